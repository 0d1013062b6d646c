import { Failure } from '../failure.ts'

/** Section 2: the error for an id that matches no realm. */
export const realmNotFound = () => new Failure('not_found', 'Realm not found')

/** The error for operations that only a realm's creator may perform. */
export const notTheCreator = () => new Failure('forbidden', 'Only the creator of this realm can do this.')

export const messageNotFound = () => new Failure('not_found', 'There is no such message.')

/** The error for a muted wallet. */
export const mutedHere = () => new Failure('muted', 'The creator of this realm muted you.')

export const notParticipant = () =>
  new Failure('not_participant', 'Only participants of this realm can do this. Sending a message joins it.')
