import { Suspense, useState } from 'react'
import type { FieldName } from '../../../../shared/agents/agent-fields.ts'
import { changedFields } from '../../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as agentTexts from '../texts.ts'
import { listFields } from '../versions/list-fields.ts'
import * as texts from './texts.ts'

const VersionChanges = lazyPart(() => import('../versions/version-changes.tsx'))

/** Explains that the agent became another version while it was being edited, and what happens to the typed values. */
export function ChangedMeanwhile(props: {
  before: Agent
  after: Agent
  typed: readonly (FieldName | 'handle')[]
}) {
  const { before, after } = props
  const [shown, setShown] = useState(false)
  const both = changedFields(before, after).filter((field) => props.typed.includes(field))
  return (
    <>
      <Notice tone="bad" title={agentTexts.changedMeanwhile}>
        {texts.changedMeanwhileAbout(after.version, before.version)}{' '}
        {both.length > 0 ? texts.savingOverwrites(listFields(both)) : texts.savingOverwritesNothing}
      </Notice>
      <Button
        size="small"
        className="justify-self-start max-md:min-h-11"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? texts.hideChanges : texts.showChanges}
      </Button>
      {shown && (
        <Suspense fallback={null}>
          <VersionChanges before={before} after={after} />
        </Suspense>
      )}
    </>
  )
}
