/** Which of the servers, as clients name them. A world of one server has only `a`. */
export type ServerName = 'a' | 'b'

/** What was answered: done, refused for good, or nothing from which one could tell. */
export type Outcome = 'ok' | 'refused' | 'unknown'

/** What can be made, looked for and taken away again. */
export type ThingKind = 'key' | 'session' | 'fact' | 'conversation' | 'document' | 'question' | 'words'

/** One act of a client. Times are milliseconds of the laboratory's monotonic clock, whatever the servers' clocks say. */
interface Timed {
  begun: number
  ended: number
  via: ServerName
  outcome: Outcome
}

/** What one reader knew of a reply at a moment. */
export interface Heard {
  content: string
  state: string
}

export type Act =
  | { act: 'make' | 'remove'; kind: ThingKind; thing: string }
  /** Whether it was there. */
  | { act: 'look'; kind: ThingKind; thing: string; found: boolean }
  | { act: 'write'; thing: string; value: string }
  | { act: 'read'; thing: string; value: string }
  /** A message in a realm; the number is the server's. */
  | { act: 'say'; thing: string; author: string; content: string; number: number | null }
  /** A whole realm as somebody reads it. */
  | { act: 'log'; reader: string; lines: readonly { id: string; number: number; content: string }[] }
  /** Asks for a reply; `script` is all that the model says in it, null where it is nobody's promise. */
  | { act: 'ask'; thing: string; script: string | null }
  | { act: 'hear'; thing: string; reader: string; heard: Heard }
  | { act: 'decide'; thing: string; decision: 'once' | 'refuse' }
  /** How a call stands in the end. */
  | { act: 'call'; thing: string; state: string }
  /** The number of times that a tool really did something. */
  | { act: 'effect'; thing: string; times: number }
  /** Somebody asks for what is another's. */
  | { act: 'probe'; thing: string; leaked: boolean }
  /** How many there are of something that has a cap. */
  | { act: 'count'; thing: string; count: number; cap: number }
  /** Something was still moving when everything had to be at rest. */
  | { act: 'restless'; thing: string; state: string }
  /** A reader was told what it must not be told. */
  | { act: 'fault'; text: string }

export type Event = Timed & Act
export type EventOf<Name extends Act['act']> = Extract<Event, { act: Name }>

/** What clients of one schedule were promised, in the order in which they knew it. */
export class History {
  readonly events: Event[] = []

  add(event: Event): void {
    this.events.push(event)
  }

  /** Notes something that the laboratory itself saw at this moment. */
  note(act: Act, via: ServerName = 'a'): void {
    const now = performance.now()
    this.add({ ...act, begun: now, ended: now, via, outcome: 'ok' })
  }
}

/** @returns the events of one kind */
export function only<Name extends Act['act']>(events: readonly Event[], name: Name): EventOf<Name>[] {
  return events.filter((event): event is EventOf<Name> => event.act === name)
}

/** Groups events by what they are about. */
export function byThing<Some extends { thing: string }>(events: readonly Some[]): Map<string, Some[]> {
  return Map.groupBy(events, ({ thing }) => thing)
}
