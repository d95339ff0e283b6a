/**
 * English words with a grammatical function and no content: every text has them, so a match shows nothing. Clitics are written as
 * `wordTokens` cuts them.
 */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those there here it its itself',
    'i me my mine we us our ours you your yours he him his she her hers they them their theirs one ones',
    'who whom whose which what when where why how',
    'and or but nor if then than so as because while although though whether since until unless',
    'of in on at by for from to with without into onto upon about over under between among through during before after above below against within',
    'is are was were be been being am do does did done doing have has had having will would shall should can could may might must',
    'not no nor never none cannot',
    's t d ll m re ve n don didn doesn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn ain',
    'also just only very too such some any each every both all more most other another same own well yes',
  ]
    .join(' ')
    .split(' '),
)
