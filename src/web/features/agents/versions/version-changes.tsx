import { useMemo } from 'react'
import { categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import { changedFields, type VersionedField } from '../../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.tsx'
import { ChangedList, ChangedText } from './changed-parts.tsx'
import { compareLists, compareTexts } from './compare-texts.ts'
import { fieldNames } from './field-names.ts'

type Versioned = Pick<Agent, VersionedField | 'pictureUrl'>

/** The differences between a version and an older one, field by field. */
export default function VersionChanges({ before, after }: { before: Versioned; after: Versioned }) {
  return (
    <dl className="grid gap-4">
      {changedFields(before, after).map((field) => (
        <div key={field} className="grid gap-2">
          <dt className="label">{fieldNames[field]}</dt>
          <dd>
            <FieldChange field={field} before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FieldChange(props: { field: VersionedField; before: Versioned; after: Versioned }) {
  const { field, before, after } = props
  switch (field) {
    case 'name':
    case 'description':
    case 'personality':
      return <Words before={before[field]} after={after[field]} />
    case 'capabilities':
    case 'knowledgeDomains':
      return <ChangedList label={fieldNames[field]} parts={compareLists(before[field], after[field])} />
    case 'category':
      return <Whole before={categoryNames[before.category]} after={categoryNames[after.category]} />
    case 'pumpToken':
      return <Whole before={before.pumpToken} after={after.pumpToken} />
    case 'imageUrl':
      return (
        <div className="flex flex-wrap gap-4">
          <Shown label={texts.before} src={before.pictureUrl} />
          <Shown label={texts.after} src={after.pictureUrl} />
        </div>
      )
    default:
      return field satisfies never
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

/** A change that is shown as two whole values. */
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
