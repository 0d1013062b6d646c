import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PlaceStatus } from '../../../shared/place-status.ts'
import { DeskLink } from '../../blocks/desk/desk-link.tsx'
import { When } from '../../blocks/list/facts.tsx'
import { FailedPanel, wholeScreen } from '../../blocks/list/instead.tsx'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { PlaceModels } from './place-models.tsx'
import { isOthers, placeQuery } from './place-query.ts'
import * as texts from './texts.ts'

/** How the place is, asked again every few seconds; what was known stays where the server does not answer. */
export function PlaceView() {
  const asked = useQuery(placeQuery(useApi()))
  // While a place that has never answered is asked again, the query forgets why it failed.
  const failure = useLastFailure(asked)
  const isForOthers = isOthers(failure)
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
      {!isForOthers && (
        <p className="mt-3 max-w-[58ch] text-pretty text-soft">
          {texts.intro} <DeskLink />
        </p>
      )}
      {isForOthers && (
        <StatePanel
          className={`mt-6.5 ${wholeScreen}`}
          heading="h2"
          icon={<LockIcon width={24} height={24} />}
          title={texts.othersTitle}
        >
          {texts.others}
        </StatePanel>
      )}
      {!isForOthers && asked.data && <Status status={asked.data} />}
      {!isForOthers && failure && (
        <FailedPanel
          className={asked.data ? 'mt-9' : `mt-6.5 ${wholeScreen}`}
          title={texts.failed}
          failure={{ problem: explainError(failure), retry: () => void asked.refetch() }}
        />
      )}
      {asked.isPending && !failure && <Loading />}
    </div>
  )
}

function useLastFailure({ error, data }: { error: Error | null; data: unknown }): Error | null {
  const [failure, setFailure] = useState(error)
  const last = error ?? (data === undefined ? failure : null)
  if (last !== failure) setFailure(last)
  return last
}

function Loading() {
  return (
    <div role="status" className="mt-7 grid gap-7">
      <span className="sr-only">{texts.loading}</span>
      <div aria-hidden="true" className="skeleton h-11" />
      <div aria-hidden="true" className="skeleton h-44 md:h-24" />
      <div aria-hidden="true" className="grid gap-4.5 md:grid-cols-3">
        <div className="panel hairline cut skeleton h-52" />
        <div className="panel hairline cut skeleton h-52" />
        <div className="panel hairline cut skeleton h-52" />
      </div>
    </div>
  )
}

function Status({ status }: { status: PlaceStatus }) {
  return (
    <>
      <Verdict status={status} />
      <Readouts status={status} />
      <div className="grid gap-3.5 md:grid-cols-3 md:gap-4.5">
        <ServerFacts status={status} />
        <DatabaseFacts status={status} />
        <BackupFacts status={status} />
      </div>
      <PlaceModels models={status.models} />
    </>
  )
}

/** Announced where it changes. */
function Verdict({ status: { leaving, warnings } }: { status: PlaceStatus }) {
  return (
    <div role="status" className="mt-7">
      {leaving && <p className="mb-4 border-l-2 border-cyan py-0.5 pl-3.5 text-text">{texts.leaving}</p>}
      {warnings.length === 0 ? (
        <p className="flex items-center gap-3 [--hue:var(--color-good)]">
          <span aria-hidden="true" className="dot dot-live text-good" />
          {texts.allWell}
        </p>
      ) : (
        <>
          <h2 className="label text-warning">{texts.warningsTitle}</h2>
          <ul className="mt-3 grid gap-2.5">
            {warnings.map((warning) => (
              <li key={warning} className="max-w-[78ch] border-l-2 border-warning py-0.5 pl-3.5 text-pretty">
                {texts.warnings[warning]}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Readouts({ status: { running, database, servers } }: { status: PlaceStatus }) {
  return (
    <dl
      aria-label={texts.readouts}
      className="my-7 grid grid-cols-2 border-y border-line-strong md:my-8 md:grid-cols-4"
    >
      <Readout name={texts.replies} value={running.replies.toLocaleString('en-US')} />
      <Readout name={texts.sockets} value={running.sockets.toLocaleString('en-US')} />
      <Readout
        name={texts.latency}
        value={database.latencyMs === null ? texts.notKnown : inMilliseconds(database.latencyMs)}
        unit={texts.milliseconds}
      />
      <Readout name={texts.servers} value={servers === null ? texts.notKnown : String(servers)} />
    </dl>
  )
}

function Readout({ name, value, unit }: { name: string; value: string; unit?: string }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-2.5 border-line py-4.5 max-md:odd:border-r max-md:even:pl-4.5 max-md:nth-[-n+2]:border-b md:px-6 md:py-6 md:first:pl-0 md:not-first:border-l">
      <dt className="label">{name}</dt>
      <dd className="display text-28 leading-none font-semibold tabular-nums md:text-36">
        {value}
        {unit && <span className="text-15 font-medium text-soft md:text-17"> {unit}</span>}
      </dd>
    </div>
  )
}

const inMilliseconds = (ms: number) => ms.toLocaleString('en-US', { maximumFractionDigits: ms < 10 ? 1 : 0 })

function ServerFacts({ status: { version, startedAt, redis, files } }: { status: PlaceStatus }) {
  return (
    <Facts title={texts.server}>
      <Fact name={texts.version}>{version}</Fact>
      <Fact name={texts.since}>
        <When at={startedAt} />
      </Fact>
      <Fact name={texts.redis}>{texts.redisStates[redis]}</Fact>
      <Fact name={texts.files}>{texts.filesStates[files]}</Fact>
    </Facts>
  )
}

function DatabaseFacts({ status: { database, replicas } }: { status: PlaceStatus }) {
  const { kind, schema, freeBytes } = database
  return (
    <Facts title={texts.database}>
      <Fact name={texts.kind}>{texts.kinds[kind]}</Fact>
      <Fact name={texts.schema}>{schema === null ? texts.notKnown : texts.migrations(schema)}</Fact>
      <Fact name={texts.room}>{freeBytes === null ? texts.roomElsewhere : texts.sizeOf(freeBytes)}</Fact>
      {replicas.map(({ name, state, lagMs }) => (
        <Fact key={name} name={texts.replica(name)}>
          {texts.replicaStates[state]}
          {lagMs !== null && <span className="block text-soft">{texts.behindBy(texts.seconds(lagMs))}</span>}
        </Fact>
      ))}
    </Facts>
  )
}

function BackupFacts({ status: { backup, nextBackupAt } }: { status: PlaceStatus }) {
  return (
    <Facts title={texts.backup}>
      <Fact name={texts.lastBackup}>
        {backup ? (
          <>
            <When at={backup.at} />
            <span className={`block ${backup.state === 'failed' ? 'text-bad' : 'text-soft'}`}>
              {backup.state === 'failed'
                ? texts.backupFailed(backup.reason ?? '')
                : texts.backupDone(texts.sizeOf(backup.bytes ?? 0), texts.seconds(backup.tookMs))}
            </span>
          </>
        ) : (
          texts.neverBackedUp
        )}
      </Fact>
      <Fact name={texts.nextBackup}>
        {nextBackupAt === null ? texts.noneDue : <When at={nextBackupAt} />}
      </Fact>
    </Facts>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="panel hairline cut p-5 md:p-6">
      <h2 className="text-19 leading-tight font-semibold">{title}</h2>
      <dl className="mt-4.5 grid gap-4">{children}</dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="label">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
