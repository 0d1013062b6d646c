import { useQuery } from '@tanstack/react-query'
import { FailedNote } from '../../../blocks/list/instead.tsx'
import { Waiting } from '../../../blocks/list/waiting.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { inboxSettingsQuery } from '../inbox-query.ts'
import * as texts from '../texts.ts'
import { PushSwitch } from './push-switch.tsx'
import { QuietHours } from './quiet-hours.tsx'

/** How a person is told. @param props.owner undefined while the viewer is not known */
export function InboxSettings({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...inboxSettingsQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  return (
    <section aria-labelledby="told" className="min-w-0">
      <h2 id="told" className="text-xl font-semibold">
        {texts.settings}
      </h2>
      {asked.data && owner !== undefined ? (
        <div className="panel hairline cut mt-5 grid gap-7 p-5">
          <PushSwitch owner={owner} browsers={asked.data.browsers} />
          <QuietHours owner={owner} settings={asked.data} />
        </div>
      ) : asked.error ? (
        <FailedNote
          className="mt-4"
          what={texts.settingsFailed}
          failure={{
            state: 'failed',
            problem: explainError(asked.error),
            retry: () => void asked.refetch(),
          }}
        />
      ) : (
        <Waiting words={texts.settingsLoading} look="mt-5">
          <div aria-hidden="true" className="panel hairline cut skeleton h-56" />
        </Waiting>
      )}
    </section>
  )
}
