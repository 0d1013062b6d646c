import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../../test/in-document.ts'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import HeldNote from './held-note.tsx'
import type { Reader } from './shown-message.ts'

test('while a held message is let through, its buttons keep the focus and do nothing more', async () => {
  const { document, show } = inDocument()
  const done = Promise.withResolvers<undefined>()
  const actions = { letThrough: vi.fn(() => done.promise), remove: vi.fn(async () => undefined) }
  const reader = { leads: true, actions } as unknown as Reader
  await show(<HeldNote message={{ id: 'm' } as RealmMessage} reader={reader} />)
  const buttons = [...document.querySelectorAll('button')]
  const press = (button: HTMLElement | undefined) => act(async () => button?.click())
  for (const button of [buttons[0], ...buttons]) await press(button)
  // One that is disabled loses the focus.
  expect(buttons.map((button) => button.hasAttribute('disabled'))).toEqual([false, false])
  expect([actions.letThrough, actions.remove].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  await act(async () => done.resolve(undefined))
  await press(buttons[1])
  expect(actions.remove).toHaveBeenCalledOnce()
})
