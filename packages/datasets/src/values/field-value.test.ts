import { describe, expect, it } from 'vitest'
import { errorOf, samplesIn } from '../__fixtures__/temp-data.ts'

describe('fields of JSON rows', () => {
  it.each([
    ['"reference":42', 'found the number 42 where a text was expected. Write it as text: "42".'],
    ['"reference":true', 'found the boolean true where a text was expected.'],
    ['"reference":["a"]', 'found a list of 1 where one text was expected. Join the list to one text, or map one item: reference[0].'],
    [
      '"reference":{"text":"a"}',
      'found an object where a text was expected. Map the text in it by its path, such as reference.text; it holds "text".',
    ],
    ['"ground_truths":["a","b"]', 'column "ground_truths", field reference: found a list of 2 where one reference was expected.'],
    ['"ground_truths":[1]', 'found the number 1 where a text was expected'],
    [
      '"retrieved_contexts":"one passage"',
      'found the text "one passage" where a list of texts was expected, as in ["first passage", "second passage"]. A single text goes into a list of one',
    ],
    ['"retrieved_contexts":"[\'a\']"', 'where a list of texts was expected'],
    ['"retrieved_contexts":{"0":"a"}', 'found an object where a list of texts was expected'],
    [
      '"retrieved_contexts":["a",null]',
      'column "retrieved_contexts", field retrievedContexts: item [1] is null, but a list of texts was expected. Leave the item out',
    ],
    ['"retrieved_contexts":["a",3]', 'item [1] is the number 3, but a list of texts was expected. Write it as text: "3".'],
    [
      '"contexts":["a",{"title":"b","body":"c"}]',
      `item [1] is an object, but a list of texts was expected. Objects are read by pageContent, text or content, and this one holds "title", "body". Map the texts by their path, as in --columns 'retrievedContexts=$.docs[*].body'.`,
    ],
    ['"contexts":[{"text":{"value":"a"}}]', 'this one holds "text".'],
    ['"reference_contexts":[["a"]]', 'item [0] is a list of 1, but a list of texts was expected. Lists here are flat'],
    ['"reference_context_ids":"doc_1"', 'found the text "doc_1" where a list of ids was expected, as in ["doc_1", "doc_2"].'],
    ['"reference_context_ids":7', 'found the number 7 where a list of ids was expected'],
    ['"reference_context_ids":["a",null]', 'item [1] is null, but an id is a text or a number.'],
    ['"reference_context_ids":["a","b",false]', 'item [2] is the boolean false'],
    ['"reference_context_ids":[["a"]]', 'item [0] is a list of 1'],
    [
      '"reference_context_ids":[1e400]',
      'item [0] is a number too large to hold (beyond 1.8e308), but an id is a text or a number. Write it as text',
    ],
    ['"reference_context_grades":[1,"2"]', 'item [1] is the text "2", but a list of numbers was expected.'],
    ['"reference_context_ids":["a"],"reference_context_grades":[1,2]', 'found 2 grades for 1 reference context ids.'],
    ['"metadata":"x"', 'found the text "x" where an object was expected'],
    ['"metadata":[1]', 'found a list of 1 where an object was expected'],
  ])('%s', async (pair, message) => {
    const error = await errorOf('a.jsonl', `{"id":"first"}\n{"id":"x",${pair}}\n`)
    expect(error.kind).toBe('data')
    expect(error.message).toMatch(/^FILE, line 2, /)
    expect(error.message).toContain(message)
  })

  it('a long or invisible value is shown short and visible', async () => {
    const { message } = await errorOf('a.jsonl', `{"contexts":"a\u202eb\\u0007${'x'.repeat(1000)}"}`)
    expect(message).toContain(String.raw`the text "a\u{202e}b\u0007xxx`)
    expect(message.length).toBeLessThan(400)
  })
})

describe('ids', () => {
  it('are handed on as text, numbers as JavaScript prints them', async () => {
    const [sample] = await samplesIn('a.jsonl', '{"reference_context_ids":[1,1.0,"01"," a ",-0,1.50,1e3,1e21,"1.0"]}')
    expect(sample?.referenceContextIds).toEqual(['1', '1', '01', ' a ', '0', '1.5', '1000', '1e+21', '1.0'])
  })

  it('beyond 2^53 keep their digits, wherever they stand', async () => {
    const text =
      '{"key":{"id":12345678901234567891},"reference_context_ids":[9007199254740993,"a",-9007199254740993,9007199254740991,9007199254740993.0],"cluster":123456789012345678901234567890}'
    expect(await samplesIn('a.jsonl', text, { columns: { id: 'key.id' } })).toEqual([
      {
        id: '12345678901234567891',
        referenceContextIds: ['9007199254740993', 'a', '-9007199254740993', '9007199254740991', '9007199254740993'],
        cluster: '123456789012345678901234567890',
      },
    ])
  })

  it('beyond 2^53 that a function hands on have lost digits, and are refused', async () => {
    const columns = { reference_context_ids: (row: Readonly<Record<string, unknown>>) => [row['n']] }
    const { message } = await errorOf('a.jsonl', '{"n":9007199254740993}', { columns })
    expect(message).toContain('item [0] is the number 9007199254740992, which has lost digits')
  })
})
