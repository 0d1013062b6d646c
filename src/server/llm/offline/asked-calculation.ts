/** A calculation among words: numbers with signs between them. What it means is the calculator's to say. */

const MOST_CHARACTERS = 2_000

/** Between two numbers, or before one. */
const words: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\d)])\s*(?:%|per\s?cent)\s+of\s+(?=[\d(.])/gi, '/100*'],
  [/(?<=[\d)])\s+(?:to the power of|raised to)\s+(?=[\d(.-])/gi, '^'],
  [/(?<=[\d)])\s+squared\b/gi, '^2'],
  [/(?<=[\d)])\s+cubed\b/gi, '^3'],
  [/(?<=[\d)])\s+plus\s+(?=[\d(.-])/gi, ' + '],
  [/(?<=[\d)])\s+minus\s+(?=[\d(.-])/gi, ' - '],
  [/(?<=[\d)])\s+(?:times|multiplied by)\s+(?=[\d(.-])/gi, ' * '],
  [/(?<=[\d)])\s+divided by\s+(?=[\d(.-])/gi, ' / '],
  [/(?<=[\d)])\s+(?:modulo|mod)\s+(?=[\d(.])/gi, ' % '],
  [/\b(?:the )?square root of\s+(\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
]

const thousands = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g
const functions = /\b(?:sqrt|abs|min|max|round|floor|ceil)\s*\(/i
const dates = /\d{4}-\d{2}-\d{2}\S*/g
const piece =
  /(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+|\*\*|[-+*/%^()×÷·−,]|\b(?:sqrt|abs|min|max|round|floor|ceil)(?=\s*\()|\bpi\b|\s)+/gi

/** Right before a calculation, these say that it is one. */
const askingBefore =
  /(?:^|[\s,;:])(?:what(?:['’]s| is| are)|how much (?:is|are|makes?)|calculate|compute|evaluate|work out|solve|was ist|wie ?viel ist|berechne|rechne|cuánto es|calcula|combien (?:font|fait)|calcule|quanto fa|quanto é|сколько будет|посчитай)\s*:?\s*$/iu
const nothingElse = /^[\s=?.!:]*(?:please|bitte|por favor)?[\s=?.!:]*$/i

/** @returns null if there is none */
export function askedCalculation(text: string): string | null {
  if (text.length > MOST_CHARACTERS) return null
  const signs = words.reduce((rest, [from, to]) => rest.replace(from, to), text.replace(dates, ' date '))
  const plain = functions.test(signs)
    ? signs
    : signs.replace(thousands, (number) => number.replaceAll(',', ''))
  for (const found of plain.matchAll(piece)) {
    const calculation = trimmed(found[0])
    if (!hasSign(calculation)) continue
    const [before, after] = [plain.slice(0, found.index), plain.slice(found.index + found[0].length)]
    const isAlone = nothingElse.test(before) && nothingElse.test(after)
    if (isAlone || askingBefore.test(before.trimEnd()) || isPlain(calculation)) return calculation
  }
  return null
}

/** Without signs that have nothing to join and parentheses that belong to the words around it. */
function trimmed(run: string): string {
  let rest = run.trim()
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest
      .replace(/^[+*/%^)×÷·,]+\s*/, '')
      .replace(/\s*[-+*/%^(×÷·−,]+$/, '')
      .trim()
    const open = (rest.match(/\(/g) ?? []).length - (rest.match(/\)/g) ?? []).length
    if (open > 0 && rest.startsWith('(')) rest = rest.slice(1)
    if (open < 0 && rest.endsWith(')')) rest = rest.slice(0, -1)
  }
  return rest
}

/** Two values with a sign between them, or a function; never two values side by side, as in “24 7” or “1.2.3”. */
function hasSign(calculation: string): boolean {
  if (/[\d)]\s+[\d.(]|\d\.\d+\.\d/.test(calculation)) return false
  return (
    /[\d)i]\s*(?:\*\*|[-+*/%^×÷·−])\s*[-−]?\s*[\d(.a-z]/i.test(calculation) || functions.test(calculation)
  )
}

/** No range, fraction in words, telephone number or version: these have no such signs. */
function isPlain(calculation: string): boolean {
  return /[\d)]\s*[*^×÷+]\s*[\d(]/.test(calculation) || functions.test(calculation)
}
