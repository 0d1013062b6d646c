import { Failure } from '../failure.ts'

/** Section 2: what is said where an id matches no realm. */
export const realmNotFound = () => new Failure('not_found', 'Realm not found')
