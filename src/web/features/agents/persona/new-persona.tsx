import { useEffect, useEffectEvent, useState } from 'react'
import { NO_PERSONA } from '../../../../shared/agents/persona.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { LorebookFields } from './lorebook-fields.tsx'
import { type NewPersonaState, newPersonaDraft } from './new-persona-draft.ts'
import { PersonaFields } from './persona-fields.tsx'
import { checkPersona, fieldsOf, type PersonaValues, requestOf, valuesOf } from './persona-values.ts'

const empty = { persona: NO_PERSONA, lorebook: null }

/** The fields of a persona within the form of a new agent, which sends them once it has made the agent. */
export default function NewPersona(props: { onChange: (state: NewPersonaState) => void; isLocked: boolean }) {
  const [values, setValues] = useState(() => newPersonaDraft.get() ?? valuesOf(empty))
  const tell = useEffectEvent(props.onChange)
  useEffect(() => tell(stateOf(values)), [values])
  const form = useForm<PersonaValues, string, void>({
    values,
    isLocked: props.isLocked,
    onChange: (changed) => {
      const next = { ...values, ...changed }
      setValues(next)
      newPersonaDraft.set(stateOf(next).kind === 'none' ? undefined : next)
    },
    fields: fieldsOf(values),
    max: { nickname: limits.agentName },
    check: checkPersona,
    // The form around it is what is sent, so its own messages show while somebody types.
    early: (found) => found,
    send: async () => {},
  })
  return (
    <div className="grid gap-7">
      <PersonaFields form={form} />
      <LorebookFields form={form} />
    </div>
  )
}

function stateOf(values: PersonaValues): NewPersonaState {
  const persona = requestOf(values)
  if (values.greetings.length === 0 && JSON.stringify(persona) === JSON.stringify(empty))
    return { kind: 'none' }
  return Object.keys(checkPersona(values)).length > 0 ? { kind: 'faulty' } : { kind: 'ready', persona }
}
