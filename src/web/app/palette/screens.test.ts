import { expect, test } from 'vitest'
import { matchScreen } from '../routes.ts'
import { matching, operatorScreens, screens } from './screens.ts'

test('every screen that is offered has its own address', () => {
  const all = [...screens, ...operatorScreens]
  for (const { to } of all) expect([to, matchScreen(to).screen.path]).not.toEqual([to, '*'])
  expect(new Set(all.map(({ to }) => to)).size).toBe(all.length)
})

test('a screen is found by its name first, and by what else it is called', () => {
  const found = (text: string) => matching(screens, text).map(({ name }) => name)
  expect(found('re')[0]).toBe('Realm')
  expect(found('  CHAT ')[0]).toBe('Chat Room')
  expect(found('statistics')).toEqual(['Control Room'])
  expect(found('your agents')).toContain('Management')
  expect(found('nowhere to be found')).toEqual([])
  expect(found('')).toHaveLength(screens.length)
})
