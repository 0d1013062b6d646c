import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import { type AgentContent, agentFields, type FieldName } from '../../../../shared/agents/agent-fields.ts'
import { changedFields } from '../../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'
import { ChangedList, ChangedText } from '../../../blocks/differences/changed-parts.tsx'
import { compareLists, compareTexts } from '../../../blocks/differences/compare-texts.ts'
import { toolServersQuery } from '../../../blocks/tool-servers/tool-servers-query.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { Picture } from '../../../ui/picture/picture.tsx'
import { choiceWords } from '../form/model-values.ts'
import { toolItems } from '../tools/tool-items.ts'
import * as texts from './texts.ts'

type Versioned = AgentContent & Pick<Agent, 'pictureUrl'>

/** The differences between a version and an older one, field by field. */
export default function VersionChanges({ before, after }: { before: Versioned; after: Versioned }) {
  return (
    <dl className="grid gap-4">
      {changedFields(before, after).map((field) => (
        <div key={field} className="grid gap-2">
          <dt className="label">{agentFields[field].label}</dt>
          <dd>
            <FieldChange field={field} before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FieldChange(props: { field: FieldName; before: Versioned; after: Versioned }) {
  const { field, before, after } = props
  const [older, newer] = [before[field], after[field]]
  const { kind, label } = agentFields[field]
  switch (kind) {
    case 'line':
    case 'text':
      return <Words before={older as string} after={newer as string} />
    case 'list':
      return <ChangedList label={label} parts={compareLists(older as string[], newer as string[])} />
    case 'category':
      return <Whole before={categoryNames[before.category]} after={categoryNames[after.category]} />
    case 'token':
      return <Whole before={older as string | null} after={newer as string | null} />
    case 'model':
      return <Whole before={choiceWords(before.model)} after={choiceWords(after.model)} />
    case 'tools':
      return <ToolChange label={label} before={before.tools} after={after.tools} />
    case 'picture':
      return (
        <div className="flex flex-wrap gap-4">
          <Shown label={texts.before} src={before.pictureUrl} />
          <Shown label={texts.after} src={after.pictureUrl} />
        </div>
      )
    default:
      return kind satisfies never
  }
}

function Words({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => compareTexts(before, after), [before, after])
  return (
    <>
      <ChangedText parts={parts} />
      {parts.every(({ is }) => is === 'same') && (
        <p className="mt-1 text-sm text-muted">{texts.onlySpacesDiffer}</p>
      )}
    </>
  )
}

function Whole({ before, after }: { before: string | null; after: string | null }) {
  return (
    <ChangedText
      parts={[
        ...(before ? [{ text: before, is: 'removed' } as const] : []),
        ...(before && after ? [{ text: ' ', is: 'same' } as const] : []),
        ...(after ? [{ text: after, is: 'added' } as const] : []),
      ]}
    />
  )
}

function Shown({ label, src }: { label: string; src: string }) {
  return (
    <figure className="grid gap-2">
      <Picture src={src} alt="" width={112} height={112} className="cut size-28 bg-deep object-cover" />
      <figcaption className="text-sm text-muted">{label}</figcaption>
    </figure>
  )
}

function ToolChange(props: { label: string; before: AgentTools | null; after: AgentTools | null }) {
  const viewer = useViewer() ?? null
  const namesServers = [props.before, props.after].some((tools) => tools && tools.servers.length > 0)
  const { data } = useQuery({
    ...toolServersQuery(useApi(), viewer ?? ''),
    enabled: viewer !== null && namesServers,
  })
  const names = new Map(data?.servers.map(({ id, name }) => [id, name]))
  const [before, after] = [toolItems(props.before, names), toolItems(props.after, names)]
  return <ChangedList label={props.label} parts={compareLists(before, after)} />
}
