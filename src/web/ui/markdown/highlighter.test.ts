import { expect, test, vi } from 'vitest'
import { highlight } from './highlighter.ts'

test('a line is coloured to its end, however slow the machine is', async () => {
  const line = 'const a = 1 // the first'
  let now = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 10_000))
  const performanceClock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000))
  try {
    const [tokens = []] = (await highlight(line, 'ts')) ?? []
    expect(tokens.length).toBeGreaterThan(3)
    expect(tokens.at(-1)).toMatchObject({ content: '// the first', color: '#7E96AB' })
  } finally {
    clock.mockRestore()
    performanceClock.mockRestore()
  }
})
