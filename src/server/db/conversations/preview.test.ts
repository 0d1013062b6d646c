import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

test.each([
  [
    'marks of emphasis, code and links',
    'The **parity** of _my_ `four` lines, [see](https://a.example/b).',
    'The parity of my four lines, see.',
  ],
  ['headings, quotes and lists', '# Title\n\n> Said\n- one\n2. two', 'Title Said one two'],
  ['the fences of code', 'Run\n\n```python\nfor a in b:\n    c(a)\n```\nDone.', 'Run for a in b: c(a) Done.'],
  ['marks whose other end was cut away', 'The **surface', 'The surface'],
  ['nothing of a name or a sum', 'snake_case_name is 2 * 3 * 4', 'snake_case_name is 2 * 3 * 4'],
])('a preview of a reply leaves out %s', (_, markdown, line) => {
  expect(previewOf(markdown)).toBe(line)
})
