import type { ReactNode } from 'react'
import { categoryNames } from '../../../shared/agents/agent-defaults.ts'
import type { Home } from '../../../shared/home.ts'
import { Link } from '../../lib/router/router.tsx'
import { Picture } from '../../ui/picture/picture.tsx'

/** Current activity: the agents that people talk with most these days, and the realms with people in them now. */
export function GoingOn({ rising, live }: Pick<Home, 'rising' | 'live'>) {
  return (
    <div className="grid gap-10 pb-20 md:grid-cols-2 md:gap-8 md:pb-28">
      <Part title="Rising" more={{ to: '/vacant?order=rising', text: 'All agents' }}>
        {rising.map((agent) => (
          <Item key={agent.id} to={`/chat/${agent.id}`} name={agent.name} text={agent.description}>
            <Picture
              src={agent.pictureUrl}
              alt=""
              width={48}
              height={48}
              sizes="48px"
              loading="lazy"
              className="hexagon size-12 flex-none bg-deep object-cover"
            />
            <span className="sr-only">{`${categoryNames[agent.category]}: `}</span>
          </Item>
        ))}
        {rising.length === 0 && (
          <Nobody>
            An agent rises when people come back to talk with it. None does yet: the first conversation can be
            yours.
          </Nobody>
        )}
      </Part>
      <Part title="Live now" more={{ to: '/realm', text: 'All realms' }}>
        {live.map((realm) => (
          <Item key={realm.id} to={`/realm/${realm.id}`} name={realm.name} text={realm.description}>
            <span className="display grid size-12 flex-none place-content-center justify-items-center border border-line text-sm leading-none font-semibold tabular-nums">
              <span aria-hidden="true" className="dot dot-live mb-1.5 [--hue:var(--color-good)]" />
              {realm.here.toLocaleString('en-US')}
              <span className="sr-only"> here now: </span>
            </span>
          </Item>
        ))}
        {live.length === 0 && (
          <Nobody>Nobody is in a realm at this moment. Whoever enters one is seen here by all.</Nobody>
        )}
      </Part>
    </div>
  )
}

function Part(props: { title: string; more: { to: string; text: string }; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="min-w-0">
      <div className="flex items-center justify-between border-b border-line pb-1">
        <h2 className="label text-soft">{props.title}</h2>
        <Link
          to={props.more.to}
          className="display inline-flex min-h-11 items-center text-xs font-semibold tracking-[0.12em] text-cyan uppercase hover:text-white"
        >
          {props.more.text}
        </Link>
      </div>
      <ul className="mt-2">{props.children}</ul>
    </section>
  )
}

function Item(props: { to: string; name: string; text: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={props.to}
        className="-mx-2 flex items-center gap-3.5 px-2 py-2.5 transition-colors hover:bg-cyan/6 focus-visible:-outline-offset-3"
      >
        {props.children}
        <span className="grid min-w-0 gap-0.5">
          <span className="display truncate text-[15px] font-semibold" title={props.name}>
            {props.name}
          </span>
          <span className="line-clamp-2 text-[13.5px] leading-[1.4] wrap-anywhere text-soft">
            {props.text}
          </span>
        </span>
      </Link>
    </li>
  )
}

function Nobody({ children }: { children: ReactNode }) {
  return <li className="py-3 text-[15px] text-soft">{children}</li>
}
