import { expect, test } from 'vitest'
import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'
import { toolItems } from './tool-items.ts'
import { toolsOf, typedTools } from './tool-values.ts'

const own = '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111'
const tools: AgentTools = {
  own: ['time', 'ask_agent'],
  servers: [
    { id: own, open: ['read', 'write'] },
    { id: 'weather', open: [] },
  ],
}

test('a choice of tools is typed and read back as it was; nothing chosen is nothing typed', () => {
  expect(toolsOf(typedTools(tools))).toEqual(tools)
  for (const none of [null, { own: [], servers: [] }]) expect(typedTools(none)).toBe('')
  for (const none of ['', undefined]) expect(toolsOf(none)).toBeNull()
})

test('a choice is told in words: own servers by their names where these are known', () => {
  expect(toolItems(null, new Map())).toEqual([])
  expect(toolItems(tools, new Map([[own, 'Mail']]))).toEqual([
    'Time and zones',
    'Another agent',
    'Tools of Mail, open for everybody: read, write',
    'Tools of weather',
  ])
  expect(toolItems(tools, new Map())[2]).toBe('Tools of an own server, open for everybody: read, write')
})
