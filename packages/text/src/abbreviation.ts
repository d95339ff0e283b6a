/**
 * Whether the full stop at `index` belongs to the word before it, rather than ending a sentence, given the word that follows.
 * The lists serve all languages at once, so they hold only words that are not common in another language; those written with a
 * capital count only with it ("Ms. Lee", but "5 ms. Lee").
 */
export function isAbbreviation(text: string, index: number, next: { readonly word: string; readonly small: boolean }): boolean {
  const before = text.slice(Math.max(0, index - LONGEST), index)
  const held = /[\p{L}\p{M}\p{N}.]+$/u.exec(before)?.[0]
  if (held === undefined || held.length === LONGEST) return false
  if (/^\d+$/.test(held)) return isOrdinal(before, next.word) || INLINE_MARKER.test(before)
  const word = held.toLowerCase()
  if (ALWAYS.has(word) || ALWAYS.has(held)) return true
  if (BEFORE_NUMBERS.has(word)) return /^(?:\p{N}|[IVXLC]+$)/u.test(next.word)
  // "Smith Jr. It", "the U.S. She": a word that often begins sentences decides.
  if (!SOMETIMES.has(word) && !SOMETIMES.has(held) && !INITIAL.test(held) && !DOTTED.test(held)) return false
  return next.small || !OPENS_SENTENCES.has(next.word)
}

/** "am 3. August", "die 1. Bundesliga": by the word before, or by the month after. */
function isOrdinal(before: string, next: string): boolean {
  const found = /(?:(\p{L}+)\s+)?\d{1,3}$/u.exec(before)
  if (found === null || /\d{4}$/.test(before)) return false
  return MONTHS.has(next) || (found[1] !== undefined && BEFORE_ORDINALS.has(found[1].toLowerCase()))
}

const LONGEST = 24
/** "Steps: 1. Open it." */
const INLINE_MARKER = /:\s*\d{1,3}$/
const INITIAL = /^[\p{Lu}\p{Ll}]\p{M}*$/u
const DOTTED = /^(?:\p{L}{1,3}\.)+\p{L}{1,3}$/u

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const ALWAYS = words('dr mr mrs prof messrs mme mlle mgr dra sra srta dña dott dhr mevr bzw vgl e.g i.e z.b d.h u.a vs bijv p.ej Ms Mx Sig')
const BEFORE_NUMBERS = words(
  'no nos nr fig figs abb vol vols p pp bd bde ch chap eq eqs sect tab art abs ca cca approx pág págs núm pag blz tel ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec okt dez',
)
const SOMETIMES = words(
  'inc corp ltd co bros dept univ ave blvd al jr sr cf viz ee uu ud uds lic dipl hrsg ggf evtl inkl exkl sog bspw geb gest zzgl ' +
    'mio mrd St Ste Mt Ft Gen Col Maj Capt Lt Sgt Adm Cmdr Rev Hon Gov Sen Rep Pres Supt Ed Ing Hr Fr Hl MM',
)
const OPENS_SENTENCES = words(
  'The This That These Those It Its He She His Her They Their We Our You Your There Here And But Or So Yet However Moreover ' +
    'Also Then When While After Before Because Since Although Though If In On At By For From With As Is Are Was Were Did Does Do ' +
    'Who What Why Where How Which Some Many Most All Both Each Every Another Other One No Not My Today Later ' +
    'Der Die Das Dieser Diese Dieses Ein Eine Er Sie Es Wir Ihr Sein Seine Und Aber Doch Im Am Auch Nach Seit Dann Dort Hier ' +
    'Le La Les Un Une Il Elle Ils Elles Ce Cette Ces Mais Et Dans Son Sa Ses On Puis El Los Las Una Ella Ellos Su Sus Pero Este Esta',
)
const BEFORE_ORDINALS = words(
  'der die das den dem des ein eine einen einem einer eines am im vom zum zur beim ab bis seit jeder jede jedes jeden sein seine seinen seinem ' +
    'ihr ihre ihren ihrem',
)
const MONTHS = words('Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jahrhundert')
