import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixtureTool } from '../../../../test/mcp-fixture-server.ts'
import { calledNames, pinTools, titleOf } from './raw-tools.ts'

const long = 'a'.repeat(100)

test('every name that a model calls is short, plain and one tool’s, and stays when others come', () => {
  const named = fc.record({
    server: fc.constantFrom('a', 'b'),
    slug: fc.constantFrom('post', 'post-office'),
    name: fc.oneof(
      fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'aB_-./ é😀\u200b\0') }),
      fc.constantFrom('send letter', 'send_letter', 'send.letter', long, `${long}a`, `${long}b`),
    ),
  })
  const key = ({ server, name }: { server: string; name: string }) => `${server}\0${name}`
  fc.assert(
    fc.property(fc.uniqueArray(named, { selector: key, maxLength: 12 }), (tools) => {
      const names = calledNames(tools)
      expect(new Set(names).size).toBe(tools.length)
      for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      const backwards = calledNames([...tools].reverse()).reverse()
      expect(backwards).toEqual(names)
    }),
    { numRuns: 30 },
  )
})

test('two servers of one name have tools of two names', () => {
  const names = calledNames([
    { server: 'a', slug: 'post', name: 'send' },
    { server: 'b', slug: 'post', name: 'send' },
    { server: 'b', slug: 'post', name: 'read' },
  ])
  expect(names[2]).toBe('post__read')
  expect(names[0]).toMatch(/^post__send_[0-9a-f]{8}$/)
  expect(names[0]).not.toBe(names[1])
})

test('the pin changes with anything that is sent, and with nothing else', () => {
  const raw = fixtureTool('send', { _meta: { a: 1 }, annotations: { title: 'S' }, icons: [{ src: 'x' }] })
  const pinOf = (tool: object) => pinTools([tool as never]).pinned[0]?.pin
  const shuffled = Object.fromEntries(Object.entries(raw).reverse())
  expect(pinOf(JSON.parse(JSON.stringify(shuffled, null, 4)))).toBe(pinOf(raw))
  for (const more of [
    { _meta: { a: 2 } },
    { icons: [] },
    { annotations: {} },
    { outputSchema: {} },
    { unknown: 0 },
  ])
    expect(pinOf({ ...raw, ...more })).not.toBe(pinOf(raw))
})

test('a title is one line without letters that nobody sees', () => {
  expect(titleOf({ name: 'send', title: 'Send\u202e\n a\u200b letter' })).toBe('Send  a  letter')
  expect(titleOf({ name: 'send', annotations: { title: 'Post' } })).toBe('Post')
  expect(titleOf({ name: 'send' })).toBe('send')
  expect(titleOf({ name: 'send', title: 'x'.repeat(500) })).toHaveLength(120)
})

test.each<[string, object, boolean]>([
  ['a plain one', { a: { type: 'string', 'x-mcp-header': 'A' } }, true],
  [
    'one in an object',
    { a: { type: 'object', properties: { b: { type: 'integer', 'x-mcp-header': 'B' } } } },
    true,
  ],
  ['a number', { a: { type: 'number', 'x-mcp-header': 'A' } }, false],
  ['one in a list', { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } }, false],
  [
    'two of one name',
    { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } },
    false,
  ],
  ['a line break', { a: { type: 'string', 'x-mcp-header': 'A\r\nB' } }, false],
  ['a word of an example', { a: { type: 'object', default: { 'x-mcp-header': 1 } } }, true],
])('a tool with %s as a header is used or left out', (_, properties, isUsed) => {
  const tool = fixtureTool('send', { inputSchema: { type: 'object', properties } })
  expect(pinTools([tool]).pinned).toHaveLength(isUsed ? 1 : 0)
})

test('a tool with letters that the database can not take is left out, and the others are listed', () => {
  const odd = [{ description: 'a\0b' }, { title: 'half \ud83d' }, { annotations: { 'a\0b': true } }]
  const tools = [fixtureTool('send'), ...odd.map((more, at) => fixtureTool(`odd-${at}`, more))]
  const { pinned, left } = pinTools(tools)
  expect(pinned.map(({ name }) => name)).toEqual(['send'])
  expect(left).toBe(3)
})
