import { Failure } from '../failure.ts'

/** Section 2: what is said where an id matches no realm. */
export const realmNotFound = () => new Failure('not_found', 'Realm not found')

/** What only a realm's creator may do. */
export const notTheCreator = () => new Failure('forbidden', 'Only the creator of this realm can do this.')

export const messageNotFound = () => new Failure('not_found', 'There is no such message.')

/** What is said to a wallet that the creator has be silent. */
export const mutedHere = () => new Failure('muted', 'The creator of this realm muted you.')

export const notParticipant = () =>
  new Failure('not_participant', 'Only participants of this realm can do this. Sending a message joins it.')
