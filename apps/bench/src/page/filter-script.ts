/** The page's script. It filters the disagreements: it reads attributes and hides elements, and creates no markup. */
export const filterScript = `
(() => {
  const tools = document.querySelector('.tools')
  if (!tools) return
  const items = [...document.querySelectorAll('.item')].map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
    wrong: JSON.parse(element.dataset.wrong),
  }))
  const [find, source, wrong, label] = ['find', 'source', 'wrong', 'label'].map((id) => document.getElementById(id))
  const count = document.getElementById('count')
  const more = document.getElementById('more')
  const step = 20
  let limit = step
  const show = () => {
    const wanted = find.value.trim().toLowerCase()
    let shown = 0
    for (const { element, text, wrong: wrongJudges } of items) {
      const fits =
        text.includes(wanted) &&
        (source.value === '' || element.dataset.source === source.value) &&
        (label.value === '' || element.dataset.label === label.value) &&
        (wrong.value === '' || wrongJudges.includes(wrong.value))
      if (fits) shown += 1
      element.hidden = !fits || shown > limit
    }
    count.textContent = shown + ' of ' + items.length + ' items'
    more.hidden = shown <= limit
    more.textContent = 'Show ' + Math.min(step, shown - limit) + ' more'
  }
  for (const control of [find, source, wrong, label]) {
    control.addEventListener('input', () => {
      limit = step
      show()
    })
  }
  more.addEventListener('click', () => {
    const next = items.filter(({ element }) => !element.hidden).length
    limit += step
    show()
    const first = items.filter(({ element }) => !element.hidden)[next]
    if (first) first.element.querySelector('summary').focus()
  })
  tools.hidden = false
  show()
})()
`
