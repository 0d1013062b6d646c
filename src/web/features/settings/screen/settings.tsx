import { type ReactNode, useEffect, useId, useState } from 'react'
import { SESSION_DAYS } from '../../../../shared/session/own-sessions.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { LockedPanel, wholeScreen } from '../../../blocks/list/instead.tsx'
import { useHere } from '../../../lib/session/viewer.ts'
import { OwnData } from '../data/own-data.tsx'
import { OwnKeys } from '../keys/own-keys-list.tsx'
import * as texts from '../texts.tsx'
import { OwnSessions } from './sessions.tsx'

interface SectionProps {
  id: string
  title: string
  about: readonly string[]
  controls: ReactNode
}

/**
 * The settings screen: its contents at the side, or above on a phone, and one section below the other. It is locked
 * without a session.
 * @param props.decisions what was decided about the wallet; null where nothing was
 * @param props.profile the profile form
 * @param props.wallet the controls of a wallet that this page holds itself; null where there is none
 * @param props.copies the wallet's shared conversations
 * @param props.modelKeys the wallet's own keys for models
 * @param props.toolServers the servers of tools that the wallet connected
 * @param props.grants what the wallet allowed agents from now on
 * @param props.memory what agents remember of the wallet
 * @param props.reports what the wallet reported
 * @param props.blocks whom the wallet blocks
 * @param props.preferences the settings stored in this browser
 * @param props.app the section that installs the app
 */
export function Settings(props: {
  decisions: ReactNode
  profile: ReactNode
  wallet: ReactNode
  copies: ReactNode
  modelKeys: ReactNode
  toolServers: ReactNode
  grants: ReactNode
  memory: ReactNode
  reports: ReactNode
  blocks: ReactNode
  preferences: ReactNode
  app: ReactNode
}) {
  const here = useHere()
  const isLocked = here.state === 'visitor' || here.state === 'connected'
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
      {here.state === 'signed-in' && (
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2 text-soft">
          {texts.signedInAs}
          <span title={here.address} className="display text-violet">
            {shortAddress(here.address)}
          </span>
        </p>
      )}
      {isLocked ? (
        <LockedPanel
          className={`mt-6.5 ${wholeScreen}`}
          connected={here.state === 'connected'}
          titles={{ visitor: texts.lockedForVisitors, connected: texts.lockedUntilSignIn }}
        >
          {texts.lockedReason}
        </LockedPanel>
      ) : (
        <Sections sections={sectionsOf({ ...props, owner: here.address })} />
      )}
    </div>
  )
}

const blockedSection = (controls: ReactNode): SectionProps => ({
  id: 'blocked',
  title: texts.blocked,
  about: [texts.blockedAbout, texts.blockedPrivate],
  controls,
})

function sectionsOf(
  props: Parameters<typeof Settings>[0] & {
    owner: string | undefined
  },
): SectionProps[] {
  const { owner, decisions, profile, wallet, copies, modelKeys, toolServers, grants } = props
  return [
    ...(decisions
      ? [{ id: 'decisions', title: texts.decisions, about: [texts.decisionsAbout], controls: decisions }]
      : []),
    {
      id: 'profile',
      title: texts.profile,
      about: [texts.profileAbout, texts.profileOptional],
      controls: profile,
    },
    ...(wallet ? [{ id: 'wallet', title: texts.wallet, about: [texts.walletAbout], controls: wallet }] : []),
    { id: 'copies', title: texts.copies, about: [texts.copiesAbout, texts.copiesEnd], controls: copies },
    {
      id: 'sessions',
      title: texts.sessions,
      about: [texts.sessionsAbout(SESSION_DAYS.unused, SESSION_DAYS.atMost), texts.sessionsEnd],
      controls: <OwnSessions owner={owner} />,
    },
    {
      id: 'model-keys',
      title: texts.modelKeys,
      about: [texts.modelKeysAbout, texts.modelKeysUse],
      controls: modelKeys,
    },
    {
      id: 'tool-servers',
      title: texts.toolServers,
      about: [texts.toolServersAbout, texts.toolServersUse],
      controls: toolServers,
    },
    {
      id: 'keys',
      title: texts.keys,
      about: [texts.keysAbout, texts.keysBounds],
      controls: <OwnKeys owner={owner} />,
    },
    {
      id: 'allowed',
      title: texts.allowed,
      about: [texts.allowedAbout, texts.allowedChanged],
      controls: grants,
    },
    ...furtherSections(props),
  ]
}

function furtherSections(props: Parameters<typeof sectionsOf>[0]): SectionProps[] {
  const { owner, memory, reports, preferences, app } = props
  return [
    { id: 'memory', title: texts.memory, about: [texts.memoryAbout, texts.memoryYours], controls: memory },
    { id: 'reports', title: texts.reports, about: [texts.reportsAbout], controls: reports },
    blockedSection(props.blocks),
    { id: 'app', title: texts.app, about: [texts.appAbout], controls: app },
    { id: 'preferences', title: texts.preferences, about: [texts.preferencesAbout], controls: preferences },
    {
      id: 'data',
      title: texts.data,
      about: [texts.dataAbout, texts.dataSigned],
      controls: <OwnData owner={owner} />,
    },
  ]
}

function Sections({ sections }: { sections: readonly SectionProps[] }) {
  const shown = useSectionInView(sections.map(({ id }) => id).join(' '))
  return (
    <div className="mt-5 lg:mt-9 lg:grid lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-x-14">
      <nav
        aria-label={texts.contents}
        data-sticks=""
        className="sticky top-(--header-height) z-10 -mx-4.5 bg-ground/92 [backdrop-filter:blur(12px)] lg:top-[calc(var(--header-height)+28px)] lg:mx-0 lg:self-start lg:bg-transparent lg:[backdrop-filter:none]"
      >
        <ul className="flex gap-1.5 overflow-x-auto px-4.5 py-2 [mask-image:linear-gradient(to_right,#000_calc(100%-40px),transparent)] pr-10 [scrollbar-width:none] lg:grid lg:gap-0 lg:overflow-visible lg:border-l lg:border-line lg:p-0 lg:[mask-image:none]">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === shown ? 'true' : undefined}
                className="flex min-h-11 items-center border border-line px-3.5 text-sm whitespace-nowrap text-soft transition-colors hover:text-text aria-[current]:border-cyan/60 aria-[current]:text-text lg:-ml-px lg:min-h-9 lg:border-0 lg:border-l-2 lg:border-transparent lg:pl-4 lg:aria-[current]:border-cyan"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-lg:mt-3">
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
      </div>
    </div>
  )
}

function Section({ id, title, about, controls }: SectionProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="scroll-mt-3 border-line py-8 not-first:border-t lg:scroll-mt-7 lg:first:pt-0"
    >
      <h2 id={heading} className="text-xl font-semibold">
        {title}
      </h2>
      <div className="mt-2 mb-6 grid max-w-[64ch] gap-1.5 text-pretty text-sm leading-relaxed text-soft">
        {about.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {controls}
    </section>
  )
}

/**
 * The id of the section that is being read: the last one that begins in the upper third of the window, and the last of
 * all at the end of the page. The first paint does not know it.
 * @param ids the sections' ids in their order, with blanks between them
 */
function useSectionInView(ids: string): string | undefined {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    const sections = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const look = () => {
      const { scrollHeight } = document.documentElement
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2
      const begun = sections.filter((section) => section.getBoundingClientRect().top < window.innerHeight / 3)
      setShown((isAtEnd ? sections : begun).at(-1)?.id ?? sections[0]?.id)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [ids])
  return shown
}
