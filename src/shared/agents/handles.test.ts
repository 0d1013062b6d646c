import { expect, test } from 'vitest'
import { sampleAgents } from '../../server/domain/agents/samples.ts'
import { handleFrom, handleProblem, handleSchema, handlesFrom } from './handles.ts'

test.each([
  ['night-owl'],
  ['abc'],
  ['3d_printer'],
  ['z'.repeat(32)],
  ['ada2'],
  ...sampleAgents.map(({ handle }) => [handle ?? '']),
])('%j can be a handle', (handle) => {
  expect(handleProblem(handle)).toBeNull()
})

test.each([
  ['ab'],
  ['a'.repeat(33)],
  ['Ada'],
  ['night owl'],
  ['-owl'],
  ['owl-'],
  ['öwl'],
  ['аda'],
  ['ad\u200ba'],
  ['a/b'],
  ['a.b'],
  ['admin'],
  ['adm1n'],
  ['ad-min'],
  ['sys_tem'],
  ['assistant'],
  ['openai'],
  ['find_agents'],
  ['0'.repeat(32)],
])('%j can not be a handle', (handle) => {
  expect(handleProblem(handle)).not.toBeNull()
})

test('a handle is taken as people write it, and an empty one is none', () => {
  expect(handleSchema.parse(' @Night-Owl ')).toBe('night-owl')
  for (const none of [null, '', ' ', '@']) expect(handleSchema.parse(none)).toBeNull()
  expect(handleSchema.safeParse('@@owl').success).toBe(false)
})

test.each([
  ['Night Owl', 'night-owl'],
  ['  Éloïse  Dœ! ', 'eloise-doe'],
  ['Łukasz Groß', 'lukasz-gross'],
  ["Ada's Notes", 'adas-notes'],
  ['Наташа Щукина', 'natasha-shchukina'],
  ['Σωκράτης', 'sokratis'],
  ['Ａｄａ ２', 'ada-2'],
  ['東京ガイド', 'an-agent'],
  ['🦉', 'an-agent'],
  ['AI', 'ai-agent'],
  ['Claude', 'claude-agent'],
  ['Assistant', 'assistant-agent'],
  ['x'.repeat(50), 'x'.repeat(26)],
  [`${'x'.repeat(25)} and more`, 'x'.repeat(25)],
  ['0123456789abcdef'.repeat(2), '0123456789abcdef0123456789'],
])('the handle of an agent called %j is %s', (name, handle) => {
  expect(handleFrom(name)).toBe(handle)
})

test('every name has handles that are allowed and differ, the plain one first', () => {
  const names = [
    'Ada',
    '',
    '-',
    '🦉',
    'admin',
    'ad min',
    'x'.repeat(300),
    'юююююююююююююююююююююююю',
    'a-'.repeat(40),
  ]
  let drawn = 0
  const random = () => (drawn++ % 7) / 7
  for (const name of names) {
    const handles = handlesFrom(name, random)
    expect(handles[0]).toBe(handleFrom(name))
    expect(new Set(handles).size).toBe(handles.length)
    expect(handles.length).toBeGreaterThan(20)
    for (const handle of handles) expect([handle, handleProblem(handle)]).toEqual([handle, null])
  }
})
