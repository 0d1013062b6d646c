import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTools, type Line } from './compare-tools.ts'
import { checkNewServer, emptyServer, newServerOf } from './new-server-values.ts'

const textOf = (line: Line) => ('pieces' in line ? line.pieces.map(({ text }) => text).join('') : '')
const of = (lines: readonly Line[], is: Line['is']) =>
  lines.flatMap((line) => (line.is === is ? [textOf(line)] : []))
const json = (tool: object) => JSON.stringify(tool, null, 2)

test('a changed tool is compared line by line, and a replaced line says which of its words are other', () => {
  const before = { name: 'send', description: 'Sends a mail to a contact.', list: Array(9).fill(1) }
  const after = { ...before, description: 'Sends a mail to anybody.', bcc: 'archive' }
  const lines = compareTools(json(before), json(after))
  expect(of(lines, 'removed')[0]).toBe('  "description": "Sends a mail to a contact.",')
  expect(of(lines, 'added')[0]).toBe('  "description": "Sends a mail to anybody.",')
  expect(of(lines, 'added').at(-1)).toContain('archive')
  const added = lines.find(({ is }) => is === 'added')
  const fresh = added && 'pieces' in added ? added.pieces.filter(({ isNew }) => isNew) : []
  expect(fresh.map(({ text }) => text).join('')).toContain('anybody')
  expect(fresh.map(({ text }) => text).join('')).not.toContain('mail')
  expect(lines.some(({ is }) => is === 'skipped')).toBe(true)
})

test('whatever changed, no changed line is left out, and what stayed is neither added nor removed', () => {
  const text = fc.array(fc.constantFrom('a', 'b c', '', '  "x": 1,'), { maxLength: 30 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [before, after] = [`${one.join('\n')}\n`, `${other.join('\n')}\n`]
      const lines = compareTools(before, after)
      const count = (is: Line['is']) => of(lines, is).length
      const skipped = lines.reduce((sum, line) => sum + (line.is === 'skipped' ? line.lines : 0), 0)
      const lengthOf = (text: string) => text.replace(/\n$/, '').split('\n').length
      expect(count('same') + skipped + count('removed')).toBe(lengthOf(before))
      expect(count('same') + skipped + count('added')).toBe(lengthOf(after))
      if (before === after) expect(count('added') + count('removed')).toBe(0)
    }),
  )
})

test('a server without a name has its host’s, and a token is sent only where there is one', () => {
  const typed = { ...emptyServer, address: ' https://mcp.example:8443/mcp ' }
  expect(newServerOf(typed)).toEqual({ name: 'mcp.example', address: 'https://mcp.example:8443/mcp' })
  expect(newServerOf({ name: ' Mail ', address: 'x', token: ' secret ' })).toEqual({
    ...{ name: 'Mail', address: 'x', token: 'secret' },
  })
})

test('what is missing or wrong is said at its field', () => {
  expect(Object.keys(checkNewServer(emptyServer))).toEqual(['address'])
  expect(checkNewServer({ ...emptyServer, address: 'nonsense' })).toEqual({
    address: 'Enter the address of the server, such as https://tools.example/mcp.',
  })
  expect(checkNewServer({ ...emptyServer, address: 'https://mcp.example/' })).toEqual({})
  const wrong = { name: 'x'.repeat(200), address: 'https://mcp.example/', token: 'two words' }
  expect(Object.keys(checkNewServer(wrong)).toSorted()).toEqual(['name', 'token'])
})
