import { useQuery } from '@tanstack/react-query'
import type { StoredPersona } from '../../../../shared/agents/own-persona.ts'
import type { Persona } from '../../../../shared/agents/persona.ts'
import { ChangedText } from '../../../blocks/differences/changed-parts.tsx'
import { compareTexts } from '../../../blocks/differences/compare-texts.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { personaOfVersionQuery } from '../api/agent-versions.ts'
import * as agentTexts from '../texts.ts'
import * as texts from './texts.ts'

const labels: Record<keyof Persona, string> = {
  greetings: agentTexts.greetings,
  background: agentTexts.background,
  systemPrompt: agentTexts.systemPrompt,
  exampleMessages: agentTexts.exampleMessages,
  postHistoryInstructions: agentTexts.closingInstructions,
  nickname: agentTexts.nickname,
}

/** The differences between the personas and lorebooks of two versions of an own agent, text by text. */
export function PersonaChanges(props: { agentId: string; before: number; after: number }) {
  const api = useApi()
  const before = useQuery(personaOfVersionQuery(api, props.agentId, props.before))
  const after = useQuery(personaOfVersionQuery(api, props.agentId, props.after))
  const error = before.error ?? after.error
  if (error) return <p className="text-sm text-muted">{explainError(error)}</p>
  if (!before.data || !after.data)
    return (
      <div aria-busy="true">
        <p role="status" className="sr-only">
          {agentTexts.loadingPersona}
        </p>
        <div className="skeleton h-12" />
      </div>
    )
  const changes = changesBetween(before.data, after.data)
  if (changes.length === 0) return <p className="text-sm text-muted">{texts.personaSettingsDiffer}</p>
  return (
    <dl className="grid gap-4">
      {changes.map(({ label, older, newer }) => (
        <div key={label} className="grid gap-2">
          <dt className="label">{label}</dt>
          <dd>
            <ChangedText parts={compareTexts(older, newer)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function changesBetween(before: StoredPersona, after: StoredPersona) {
  const names = Object.keys(labels) as (keyof Persona)[]
  return [
    ...names.map((name) => ({
      label: labels[name],
      older: [before.persona[name]].flat().join('\n\n'),
      newer: [after.persona[name]].flat().join('\n\n'),
    })),
    { label: agentTexts.lorebook, older: loreOf(before), newer: loreOf(after) },
  ].filter(({ older, newer }) => older !== newer)
}

const loreOf = ({ lorebook }: StoredPersona) =>
  (lorebook?.entries ?? []).map(({ keys, content }) => `${keys.join(', ')}: ${content}`).join('\n\n')
