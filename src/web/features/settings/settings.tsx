import { type ReactNode, useId } from 'react'
import { SESSION_DAYS } from '../../../shared/session/own-sessions.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { LockedPanel, wholeScreen } from '../../blocks/list/instead.tsx'
import { useHere } from '../../lib/session/viewer.ts'
import { OwnData } from './data/own-data.tsx'
import { OwnKeys } from './keys/own-keys-list.tsx'
import { OwnSessions } from './sessions.tsx'

/**
 * The settings screen, with one section below the other. It is locked without a session.
 * @param props.profile the profile form
 * @param props.copies the wallet's shared conversations
 * @param props.preferences the settings stored in this browser
 * @param props.app the section that installs the app
 */
export function Settings({
  profile,
  copies,
  preferences,
  app,
}: {
  profile: ReactNode
  copies: ReactNode
  preferences: ReactNode
  app: ReactNode
}) {
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
            title="Shared conversations"
            about={
              <>
                <p>Read-only copies of your conversations, for whoever has their link.</p>
                <p>
                  What you take back is gone from its link at once. Deleting a conversation does the same.
                </p>
              </>
            }
          >
            {copies}
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
          <Section
            title="API keys"
            about={
              <>
                <p>
                  With a key, another program uses agents in the name of your wallet: by the protocol of
                  OpenAI’s models, over MCP or A2A.
                </p>
                <p>It can do nothing else: it changes nothing, and reads no conversation but its own.</p>
              </>
            }
          >
            <OwnKeys owner={here.address} />
          </Section>
          <Section
            title="App"
            about={
              <p>
                On your home screen it opens in a window of its own, and other apps can share texts with it.
                With or without that, what you opened lately can be read offline, until you sign out.
              </p>
            }
          >
            {app}
          </Section>
          <Section
            title="Preferences"
            about={
              <p>
                How this browser behaves. Motion follows your system: where it is reduced, nothing moves here.
              </p>
            }
          >
            {preferences}
          </Section>
          <Section
            title="Your data"
            about={
              <>
                <p>
                  Everything here is yours: take it along, bring it back, give it to another wallet, or delete
                  it.
                </p>
                <p>Moving and deleting ask your wallet for its signature.</p>
              </>
            }
          >
            <OwnData owner={here.address} />
          </Section>
        </div>
      )}
    </div>
  )
}

/** A section with its heading and description; its controls are beside them where there is room. */
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
