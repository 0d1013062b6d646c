import type { Reply } from '../../../../shared/chat/messages.ts'
import type { Draft } from '../../../../shared/social.ts'
import type { RequestFailure } from '../../../blocks/messages/request-failure.ts'

type LaneText = Pick<Draft, 'content' | 'state' | 'edited'>

interface Place {
  /** The draft's id, which stays when its text is replaced. */
  id: string
  /** The position among the drafts, from 1. */
  position: number
  other: (LaneText & { age: 'earlier' | 'later' }) | null
}

/** One of the drafts side by side. A person can edit it only while it is not being written. */
export type Lane =
  | (Place & { state: 'writing'; content: string })
  | (Place & LaneText & { cutShort: boolean; failure: RequestFailure | null })

export const isBlank = (text: string) => text.trim() === ''

export function newLane(id: string, position: number): Lane {
  return { id, position, other: null, state: 'writing', content: '' }
}

/** Starts writing another text for a lane; the current text is put aside. */
export function rewriting(lane: Lane): Lane {
  const { id, position } = lane
  const other = lane.state === 'writing' || isBlank(lane.content) ? lane.other : asideAs('earlier', lane)
  return { id, position, other, state: 'writing', content: '' }
}

export function withWords(lane: Lane, content: string): Lane {
  return lane.state !== 'writing' || lane.content === content ? lane : { ...lane, content }
}

/** If no text arrived, the one that was put aside is restored, with the failure shown beside it. */
export function ended(
  lane: Lane,
  how: Pick<Reply, 'cutShort'> & { state: Draft['state']; failure: RequestFailure | null },
): Lane {
  if (lane.state !== 'writing') return lane
  const { id, position, content, other } = lane
  if (!isBlank(content)) return { id, position, content, other, edited: false, ...how }
  if (!other) return { id, position, content: '', other, edited: false, ...how }
  const { age: _, ...text } = other
  return { id, position, other: null, ...text, cutShort: false, failure: how.failure }
}

export function edited(lane: Lane, content: string): Lane {
  if (lane.state === 'writing' || lane.content === content) return lane
  return { ...lane, content, edited: true }
}

export function swapped(lane: Lane): Lane {
  if (lane.state === 'writing' || !lane.other) return lane
  const { age, ...text } = lane.other
  const { id, position } = lane
  const other = asideAs(age === 'earlier' ? 'later' : 'earlier', lane)
  return { id, position, other, ...text, cutShort: false, failure: null }
}

function asideAs(age: 'earlier' | 'later', { content, state, edited }: LaneText) {
  return { content, state, edited, age }
}

/** A text that is being written is not saved; the one that it replaces is, until the new text is complete. */
export function draftsToKeep(lanes: readonly Lane[]): Draft[] {
  return lanes.flatMap((lane): Draft[] => {
    const text = lane.state === 'writing' ? lane.other : lane
    return text ? [{ id: lane.id, content: text.content, state: text.state, edited: text.edited }] : []
  })
}

/** The drafts to store in the tab, including incomplete texts. */
export function draftsToRemember(lanes: readonly Lane[]): Draft[] {
  return lanes.map((lane) => {
    const text = lane.state !== 'writing' ? lane : isBlank(lane.content) ? lane.other : null
    const { content, state, edited } = text ?? { content: lane.content, state: 'interrupted', edited: false }
    return { id: lane.id, content, state, edited }
  })
}

export function lanesOf(drafts: readonly Draft[]): Lane[] {
  return drafts.map((draft, index) => ({
    ...draft,
    position: index + 1,
    other: null,
    cutShort: false,
    failure: null,
  }))
}

export function areSameDrafts(one: readonly Draft[], other: readonly Draft[]): boolean {
  return (
    one.length === other.length &&
    one.every((draft, index) => {
      const match = other[index]
      return (
        match?.id === draft.id &&
        match.content === draft.content &&
        match.state === draft.state &&
        match.edited === draft.edited
      )
    })
  )
}
