import type { OwnPersona } from '../../../../shared/agents/own-persona.ts'
import { checkedBy, persisted } from '../../../blocks/saved-draft/persisted.ts'
import type { PersonaValues } from './persona-values.ts'

/** Whether a stored value has the form of a persona's values; an older version of the page may have written anything. */
export const personaValuesSchema = checkedBy((value): value is PersonaValues => {
  const { greetings, entries, background } = (value ?? {}) as Partial<PersonaValues>
  return Array.isArray(greetings) && Array.isArray(entries) && typeof background === 'string'
})

/** What the form of a new agent has of its persona: this tab keeps it until the agent is made. */
export const newPersonaDraft = persisted('new-persona', personaValuesSchema)

/** The persona of the form, as far as it can be sent. */
export type NewPersonaState =
  | { kind: 'none' }
  /** Its fields are not there yet, but something was typed into them. */
  | { kind: 'loading' }
  | { kind: 'faulty' }
  | { kind: 'ready'; persona: OwnPersona }
