import { act } from 'react'
import { expect, test } from 'vitest'
import { inDocument } from '../../../test/in-document.ts'
import { type Side, SideBySide } from './side-by-side.tsx'

test.each([
  [{ key: 'ArrowRight' }, true],
  [{ key: 'End' }, true],
  [{ key: 'ArrowLeft', altKey: true }, false],
  [{ key: 'ArrowRight', metaKey: true }, false],
  [{ key: 'Home', ctrlKey: true }, false],
])('of keys at the tabs, %j turns to the other one: %s', async (pressed, turns) => {
  const { document, show } = inDocument()
  const shown: Side[] = []
  await show(
    <SideBySide
      label="Both"
      isWide={false}
      shown="first"
      onShow={(side) => shown.push(side)}
      first={{ name: 'One', content: null }}
      second={{ name: 'Other', content: null }}
    />,
  )
  const { Event } = document.defaultView as unknown as typeof globalThis
  const event = Object.assign(new Event('keydown', { bubbles: true, cancelable: true }), pressed)
  await act(async () => document.querySelector('[role="tab"]')?.dispatchEvent(event))
  expect([shown, event.defaultPrevented]).toEqual([turns ? ['second'] : [], turns])
})
