import { expect, test } from 'vitest'
import { actualTextOf, preparePdf } from './prepare-pdf.ts'

test.each([
  ['<FEFF00480069>', 'Hi'],
  ['<FEFF0048006>', 'H'],
  [String.raw`(\376\377\000H\000)`, 'H'],
  ['<FEFF>', ''],
])(
  'the letters that a PDF gives for glyphs are read, also where the last is cut in half: %s',
  (given, text) => {
    const stream = `<< /Length 99 >>\nstream\n/Span <</ActualText ${given}>> BDC (x) Tj EMC\nendstream`
    const file = `%PDF-1.4\n4 0 obj\n${stream}\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`
    const { bytes } = preparePdf(Buffer.from(file))
    const [, tag = ''] = /\/(ActualText\.[\da-f]*) BMC/.exec(bytes.toString()) ?? []
    expect(actualTextOf(tag)).toBe(text)
  },
)
