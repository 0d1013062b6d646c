import { useState } from 'react'
import { changedParts } from '../../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import * as agentTexts from '../texts.ts'
import * as texts from './texts.ts'
import { useVersionHistory } from './use-version-history.ts'
import { VersionEntry } from './version-entry.tsx'

/** The versions of an own agent, newest first: the changes of each, and a button that restores it. */
export default function VersionHistory(props: {
  agent: Pick<Agent, 'id' | 'owner'>
  onRestored: (agent: Agent) => void
}) {
  const { history, restored, goBack } = useVersionHistory(props.agent, props.onRestored)
  const [unfolded, setUnfolded] = useState<number>()
  const versions = history.state === 'full' ? history.items : []
  const [present] = versions
  const restore = (number: number) =>
    present && (goBack.isPending || goBack.mutate({ number, basedOn: present.number }))
  return (
    <div className="grid gap-4">
      {goBack.isError && (
        <Notice tone="bad" title={texts.versionNotRestored}>
          {explainError(goBack.error)}
        </Notice>
      )}
      {restored && restored.now === present?.number && !goBack.isError && (
        <Notice tone="good" title={texts.versionRestored(restored.number, restored.now)}>
          <Button
            key={restored.now}
            size="small"
            className="mt-2 max-md:min-h-11"
            // The pressed button was removed.
            autoFocus
            onClick={() => restore(restored.from)}
          >
            {texts.undo}
          </Button>
        </Notice>
      )}
      {versions.length === 1 && present?.number === 1 && <p className="text-soft">{texts.noVersionsYet}</p>}
      <ListView
        list={history}
        as="ol"
        label={texts.versionsNewestFirst}
        className={present ? 'border-t border-line' : 'grid gap-3'}
        words={{ loading: agentTexts.loading }}
        loading={<Skeletons of={<li aria-hidden="true" className="skeleton h-12" />} count={3} />}
        empty={null}
        failed={({ problem, retry }) => (
          <>
            <Notice tone="bad" title={texts.versionsNotLoaded}>
              {problem}
            </Notice>
            <Button className="justify-self-start" onClick={retry}>
              {agentTexts.tryAgain}
            </Button>
          </>
        )}
      >
        {() =>
          present &&
          versions.map((version, index) => (
            <VersionEntry
              key={version.number}
              agentId={props.agent.id}
              version={version}
              before={versions[index + 1]}
              present={present}
              unfolded={unfolded === version.number}
              onToggle={() => setUnfolded(unfolded === version.number ? undefined : version.number)}
              {...(changedParts(version, present).length > 0 && {
                onRestore: () => restore(version.number),
                restoring: goBack.isPending,
              })}
            />
          ))
        }
      </ListView>
    </div>
  )
}
