import type { OwnSession } from '../../../../shared/session/own-sessions.ts'
import { Fact, When } from '../../../blocks/list/facts.tsx'
import { Button } from '../../../ui/button.tsx'
import * as texts from '../texts.tsx'

export function SessionItem(props: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { session, busy } = props
  const { device, network, current } = session
  return (
    <li
      className={`panel hairline cut grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 p-4.5 ${current ? '[--color-line-strong:rgb(155_123_255/0.5)]' : ''}`}
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{device}</span>
        {current && (
          <span className="flex items-center gap-2 text-13 text-violet">
            <span aria-hidden="true" className="dot dot-live [--hue:var(--color-violet)]" />
            {texts.thisSession}
          </span>
        )}
      </p>
      <dl className="row-start-2 flex flex-wrap gap-x-5 gap-y-1 text-13 max-sm:col-span-2">
        <Fact name={texts.signedInAt}>
          <When at={session.signedInAt} />
        </Fact>
        <Fact name={texts.lastUsed}>
          <When at={session.lastUsedAt} />
        </Fact>
        <Fact name={texts.from}>{network ?? texts.unknownNetwork}</Fact>
      </dl>
      <Button
        size="small"
        className="col-start-2 row-start-1 max-md:min-h-11 sm:row-span-2"
        aria-disabled={busy}
        onClick={() => busy || props.onEnd()}
      >
        {current ? (
          busy ? (
            texts.signingOut
          ) : (
            texts.signOut
          )
        ) : (
          <span>
            {busy ? texts.ending : texts.end} <span className="sr-only">{texts.endWhich(device)}</span>
          </span>
        )}
      </Button>
    </li>
  )
}
