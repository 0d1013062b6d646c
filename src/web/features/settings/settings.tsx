import { type ReactNode, useId } from 'react'
import { SESSION_DAYS } from '../../../shared/session/own-sessions.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { LockedPanel, wholeScreen } from '../../blocks/list/instead.tsx'
import { useHere } from '../../lib/session/viewer.ts'
import { OwnSessions } from './sessions.tsx'

/**
 * What somebody settles for themselves, one section below the other. Who has no session finds it locked.
 * @param props.profile the form of it
 */
export function Settings({ profile }: { profile: ReactNode }) {
  const here = useHere()
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">Settings</h1>
      {here.state === 'signed-in' && (
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2 text-soft">
          Signed in as
          <span title={here.address} className="display text-violet">
            {shortAddress(here.address)}
          </span>
        </p>
      )}
      {here.state === 'visitor' || here.state === 'connected' ? (
        <LockedPanel
          className={`mt-6.5 ${wholeScreen}`}
          connected={here.state === 'connected'}
          titles={{
            visitor: 'Connect a wallet to see your settings',
            connected: 'Sign in to see your settings',
          }}
        >
          This browser is not signed in, or its session has ended. Signing in costs nothing and moves nothing.
        </LockedPanel>
      ) : (
        <div className="mt-6 md:mt-8">
          <Section
            title="Profile"
            about={
              <>
                <p>What you call yourself, as others see it beside what you make.</p>
                <p>All of it is public, and none of it is needed: your wallet stays who you are.</p>
              </>
            }
          >
            {profile}
          </Section>
          <Section
            title="Sessions"
            about={
              <>
                <p>
                  Where your wallet is signed in. A session ends by itself after {SESSION_DAYS.unused} days
                  without use, and {SESSION_DAYS.atMost} days after the sign-in at the latest.
                </p>
                <p>If you don’t know one of them, end it: it stops working at once.</p>
              </>
            }
          >
            <OwnSessions owner={here.address} />
          </Section>
        </div>
      )}
    </div>
  )
}

/** One topic: its heading and what it is about, beside it what can be done where there is the width for that. */
function Section(props: { title: string; about: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-x-12 gap-y-6 border-t border-line py-8 lg:grid-cols-[280px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={heading} className="text-xl font-semibold">
          {props.title}
        </h2>
        <div className="mt-3 grid max-w-[60ch] gap-2.5 text-sm leading-relaxed text-soft">{props.about}</div>
      </div>
      <div className="min-w-0">{props.children}</div>
    </section>
  )
}
