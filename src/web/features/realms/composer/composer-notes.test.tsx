import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ComposerNotes } from './composer-notes.tsx'

const nothing = () => {}
const writing = {
  ...{ draft: '', setDraft: nothing, replyTo: null, setReplyTo: nothing, underway: undefined },
  ...{ sending: { state: 'idle' as const }, fault: undefined, submit: nothing, takeBack: nothing },
}

const wordsFor = (room: { muted?: false; mutedUntil: string | null; banned?: string }, slow = 0) =>
  renderToStaticMarkup(
    <ComposerNotes
      room={{ muted: true, gone: false, ...room }}
      writing={writing}
      slow={slow}
      mayTakePart
      used={undefined}
      faultId="fault"
      onRetry={nothing}
      toInput={nothing}
    />,
  ).replace(/<[^>]*>/g, '')

test('who is muted or banned reads until when, if that has an end', () => {
  const until = new Date(2026, 10, 27, 15, 0)
  expect(wordsFor({ mutedUntil: until.toISOString() })).toBe(
    'You are muted in this realm until Nov 27, 2026, 15:00. You can still read.',
  )
  expect(wordsFor({ mutedUntil: null })).toBe('You are muted in this realm. You can still read.')
  expect(wordsFor({ mutedUntil: null, banned: 'You are banned.' })).toBe('You are banned.')
})

test('slow mode says in minutes or seconds when the next message can be written, for who hears it, too', () => {
  const said = (slow: number) => wordsFor({ muted: false, mutedUntil: null }, slow)
  const twice = (words: string) => words + words
  expect(said(299)).toBe(twice('Slow mode. You can write again in 5 minutes.'))
  expect(said(60)).toBe(twice('Slow mode. You can write again in 1 minute.'))
  expect(said(59)).toBe(twice('Slow mode. You can write again in 59 s.'))
})
