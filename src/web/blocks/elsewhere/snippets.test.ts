import { expect, test } from 'vitest'
import { programs, snippetFor } from './snippets.ts'

const use = { origin: 'https://bionic.example', model: 'night-owl', key: 'bk_test' }

test.each(programs)('$label gets the address and the key, and knows the agent', ({ value }) => {
  const { code, steps } = snippetFor(value, use)
  expect(code).toContain('bk_test')
  const door = value === 'claude-code' ? 'mcp' : value === 'a2a' ? 'a2a/night-owl/.well-known/' : 'v1'
  expect(code).toContain(`https://bionic.example/${door}`)
  if (value !== 'claude-code') expect(code).toContain('night-owl')
  expect(steps.length).toBeGreaterThan(0)
})

test('the JSON of the command can be read', () => {
  const { code } = snippetFor('curl', use)
  const body = JSON.parse(/-d '(.*)'$/.exec(code)?.[1] ?? '')
  expect(body).toMatchObject({ model: 'night-owl', messages: [{ role: 'user' }] })
})
