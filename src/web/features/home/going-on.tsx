import type { ReactNode } from 'react'
import { categoryNames } from '../../../shared/agents/agent-defaults.ts'
import type { Home, HomeAgent } from '../../../shared/home.ts'
import { Link } from '../../lib/router/router.tsx'
import { Portrait } from '../../ui/picture/picture.tsx'
import * as texts from './texts.ts'

/**
 * Current activity: the agents that people talk with most these days, and the realms with people in them now. While
 * there are few, agents to meet and realms to enter follow, and the screen says what they are.
 */
export function GoingOn({ rising, toMeet, live, toEnter }: Omit<Home, 'agents'>) {
  return (
    <div className="grid gap-10 pb-20 md:grid-cols-2 md:gap-8 md:pb-28">
      <Part title={texts.rising} more={{ to: '/vacant?order=rising', text: texts.moreAgents }}>
        <List>{rising.map(agentItem)}</List>
        {rising.length === 0 && <Note>{toMeet.length > 0 ? texts.nothingRises : texts.nobodyRises}</Note>}
        {rising.length > 0 && toMeet.length > 0 && <Note>{texts.alsoMeet}</Note>}
        <List>{toMeet.map(agentItem)}</List>
      </Part>
      <Part title={texts.live} more={{ to: '/realm', text: texts.moreRealms }}>
        <List>{live.map(realmItem)}</List>
        {live.length === 0 && <Note>{toEnter.length > 0 ? texts.nobodyLive : texts.noRealms}</Note>}
        {live.length > 0 && toEnter.length > 0 && <Note>{texts.alsoOpen}</Note>}
        <List>{toEnter.map(realmItem)}</List>
      </Part>
    </div>
  )
}

function agentItem(agent: HomeAgent) {
  return (
    <Item
      key={agent.id}
      to={`/chat/${agent.id}`}
      kind={texts.agentOf(categoryNames[agent.category])}
      name={agent.name}
      text={agent.description}
    >
      <Portrait src={agent.pictureUrl} size={48} sizes="48px" loading="lazy" className="size-12 bg-deep" />
    </Item>
  )
}

function realmItem(realm: Home['live'][number]) {
  return (
    <Item
      key={realm.id}
      to={`/realm/${realm.id}`}
      kind={texts.realmOf(realm.here)}
      name={realm.name}
      text={realm.description}
    >
      <span
        aria-hidden="true"
        className="display grid size-12 flex-none place-content-center justify-items-center border border-line bg-ground/60 text-sm leading-none font-semibold tabular-nums"
      >
        <span
          className={
            realm.here > 0
              ? 'dot dot-live mb-1.5 [--hue:var(--color-good)]'
              : 'dot border border-muted bg-transparent'
          }
        />
        {realm.here > 0 && realm.here.toLocaleString('en-US')}
      </span>
    </Item>
  )
}

function Part(props: { title: string; more: { to: string; text: string }; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="min-w-0">
      <div className="flex items-center justify-between border-b border-line pb-1">
        <h2 className="label text-soft">{props.title}</h2>
        <Link
          to={props.more.to}
          className="display inline-flex min-h-11 items-center text-13 font-semibold tracking-[0.1em] text-cyan uppercase hover:text-white"
        >
          {props.more.text}
        </Link>
      </div>
      {props.children}
    </section>
  )
}

function Item(props: { to: string; kind: string; name: string; text: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={props.to}
        className="-mx-2 flex items-center gap-3.5 px-2 py-2.5 transition-colors hover:bg-cyan/6 focus-visible:-outline-offset-3"
      >
        {props.children}
        <span className="grid min-w-0 gap-0.5">
          <span className="display truncate text-15 font-semibold" title={props.name}>
            {props.name}
          </span>
          <span className="text-13 leading-[1.4] text-muted">{props.kind}</span>
          <span className="line-clamp-2 text-sm leading-[1.4] wrap-anywhere text-soft">{props.text}</span>
        </span>
      </Link>
    </li>
  )
}

const List = ({ children }: { children: ReactNode[] }) =>
  children.length > 0 && <ul className="mt-2">{children}</ul>

const Note = ({ children }: { children: ReactNode }) => <p className="pt-3 text-15 text-soft">{children}</p>
