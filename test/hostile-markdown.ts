/** Units whose repetition has made readers of Markdown slow, or run out of stack: each attacks another part of them. */
const units = [
  ['>', '> ', '1. ', '- ', '* * ', '> 1. a\n', '- \n', '- [ ] a\n'],
  ['*a_', '*a ', 'a* ', '*a**b', '**a _b ', '~a ~~b', '*_~`['],
  ['[', ']', 'a]', '![', '[a](', '[a](b', '[a](<b', '[a](b "', '[a](b (', '[a][', '[a](b)', '![a](b)'],
  [
    '`a``',
    '`a',
    '```\n',
    '~~~ `\n',
    '\\',
    '$',
    '$a ',
    '$a',
    '$$a ',
    '\\(a ',
    '\\[ a\n',
    '&',
    '&a',
    '!',
    '\0',
    '\t',
    ' ',
    '\n',
    ' \n',
    'a\n',
    'a\n-\n',
    'x',
  ],
  [
    '<a ',
    '<!--',
    '<a href="',
    '<a b=c ',
    "<a b = '",
    '<!',
    '<a',
    'www.',
    'www.a_b.',
    'http://',
    '?http://a.b:999999',
    'a@',
    'a@b.c ',
    'a.',
    'a.a-',
  ],
  ['|', '|\n', '|-|\n', '[a]: b\n', '[\n', '[a]: b "\n', '[^a]: b\n', '[^a] ', '# ', '## a #'],
].flat()

/** Texts whose parts play together. */
const made: ((length: number) => string)[] = [
  (length) => '*a '.repeat(length / 6) + 'b* '.repeat(length / 6),
  (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
  (length) => '['.repeat(length / 6) + '](b)'.repeat(length / 6),
  (length) => '!['.repeat(length / 6) + '](b)'.repeat(length / 6),
  (length) => '['.repeat(length / 2) + '[a](b)'.repeat(length / 12),
  (length) => `${'|'.repeat(length / 4)}\n${'|-'.repeat(length / 8)}\n${'|\n'.repeat(length / 8)}`,
  (length) => `[a]: http://x.example/${'x'.repeat(length / 2)}\n\n${'[a]'.repeat(length / 6)}`,
  (length) => `${'`'.repeat(length)}x\``,
  (length) => `# ${'#'.repeat(length)} x`,
  (length) => `a${' '.repeat(length)}b`,
  (length) => numbered(length / 20, (n) => `[^${n}]: [^${n + 1}]\n`),
  (length) => numbered(length / 20, (n) => `[${n}]: http://x.y\n`) + numbered(length / 20, (n) => `\n[${n}]`),
  (length) => {
    let text = ''
    for (let depth = 0; text.length < length; depth++) text += `${'  '.repeat(depth)}- a\n`
    return text
  },
]

const numbered = (count: number, make: (n: number) => string) =>
  Array.from({ length: Math.floor(count) }, (_, n) => make(n)).join('')

/** Texts that attack readers of Markdown and of plain words, by what they consist of; about as long as is asked. */
export function hostileTexts(length: number): [name: string, text: string][] {
  return [
    ...units.map((unit): [string, string] => [
      JSON.stringify(unit),
      unit.repeat(Math.floor(length / unit.length)),
    ]),
    ...made.map((make, index): [string, string] => [`made text ${index + 1}`, make(length)]),
  ]
}
