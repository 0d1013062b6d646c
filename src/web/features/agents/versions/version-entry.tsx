import { useId, useState } from 'react'
import { type AgentVersion, changedParts } from '../../../../shared/agents/agent-versions.ts'
import { dayAndTime } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { NextIcon } from '../../../ui/icons.tsx'
import * as agentTexts from '../texts.ts'
import { listFields } from './list-fields.ts'
import { PersonaChanges } from './persona-changes.tsx'
import * as texts from './texts.ts'
import VersionChanges from './version-changes.tsx'

interface Entry {
  agentId: string
  version: AgentVersion
  /** The previous version; undefined for the first one or the oldest that is stored. */
  before: AgentVersion | undefined
  present: AgentVersion
  unfolded: boolean
  onToggle: () => void
  onRestore?: () => void
  restoring?: boolean
}

/** One version in the list; expanding it shows its changes. */
export function VersionEntry(props: Entry) {
  const { version, before, present, unfolded } = props
  const id = useId()
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={unfolded}
        aria-controls={id}
        className="flex min-h-11 w-full items-start gap-3 py-3 text-left"
        onClick={props.onToggle}
      >
        <NextIcon
          width={16}
          height={16}
          className={`mt-1 flex-none text-muted ${unfolded ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">
              {agentTexts.versionNumber(version.number)}
              {version.number === present.number && <span className="text-cyan">{texts.currentVersion}</span>}
            </span>
            <time dateTime={version.since} className="text-sm text-muted">
              {dayAndTime(new Date(version.since))}
            </time>
          </span>
          <span className="block text-sm text-soft">{summaryOf(version, before)}</span>
        </span>
      </button>
      <div id={id} hidden={!unfolded}>
        {unfolded && <Unfolded {...props} />}
      </div>
    </li>
  )
}

function summaryOf(version: AgentVersion, before: AgentVersion | undefined): string {
  if (before) return texts.changedFields(listFields(changedParts(before, version)))
  return version.number === 1 ? texts.asCreated : texts.oldestSavedVersion
}

/** Two comparisons of a version: with the one before it, and with the current one. */
function Unfolded({ agentId, version, before, present, onRestore, restoring }: Entry) {
  const [chosen, setChosen] = useState<'before' | 'now'>('before')
  const isPresent = version.number === present.number
  const against = before ? (isPresent ? 'before' : chosen) : 'now'
  const [older, newer] = against === 'before' && before ? [before, version] : [version, present]
  const changed = changedParts(older, newer)
  return (
    <div className="grid gap-4 pb-5 pl-6">
      {before && !isPresent && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{texts.compareWith}</legend>
          {(['before', 'now'] as const).map((way) => (
            <Button
              key={way}
              size="small"
              tone={way === against ? 'plain' : 'quiet'}
              className="max-md:min-h-11"
              aria-pressed={way === against}
              onClick={() => setChosen(way)}
            >
              {way === 'before' ? texts.changesInVersion : texts.changesSince}
            </Button>
          ))}
        </fieldset>
      )}
      {changed.length > 0 ? (
        <>
          <p className="text-sm text-muted">
            {texts.fromVersion(older.number, newer.number, newer === present)}
          </p>
          <VersionChanges before={older} after={newer} />
          {changed.includes('persona') && (
            <PersonaChanges agentId={agentId} before={older.number} after={newer.number} />
          )}
        </>
      ) : (
        // Only the first version, or the oldest that is stored, has no previous one.
        isPresent && <p className="text-sm text-muted">{texts.noEarlierVersion}</p>
      )}
      {onRestore ? (
        <Button className="justify-self-start" aria-disabled={restoring} onClick={onRestore}>
          {restoring ? texts.restoring : texts.restoreVersion}
        </Button>
      ) : (
        !isPresent && <p className="text-sm text-muted">{texts.sameAsNow}</p>
      )}
    </div>
  )
}
