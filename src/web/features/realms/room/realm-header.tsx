import type { ReactNode } from 'react'
import type { Realm } from '../../../../shared/realms/realms.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import type { ShownLink } from '../invite/use-shown-link.ts'
import { RealmSigil } from '../realm-sigil.tsx'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

export function RealmHeader(props: {
  realm: Realm
  link: ShownLink
  gone: boolean
  goneWhy: string | undefined
  engine: ReactNode
  /** Undefined while it is not known. */
  here: number | undefined
  children: ReactNode
}) {
  const { realm, here } = props
  return (
    <header className="border-b border-line">
      <div className={`${column} flex items-center gap-2 py-3 md:gap-4 md:py-4`}>
        <ButtonLink
          to="/realm"
          tone="quiet"
          icon
          className="-ml-3 flex-none"
          aria-label={realmTexts.allRealms}
        >
          <ArrowRightIcon className="rotate-180" />
        </ButtonLink>
        <RealmSigil id={realm.id} className="size-12 max-sm:hidden" />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-lg leading-snug font-semibold" title={realm.name}>
            {realm.name}
          </h1>
          <div className="mt-1 flex items-center gap-x-4 max-sm:flex-wrap">
            <LinkState {...props} />
            <p className="label truncate leading-[1.4] max-sm:hidden">
              {here === undefined ? '\u00a0' : realmTexts.hereNow(here.toLocaleString('en-US'))}
              {realm.unlisted && texts.unlistedAside}
            </p>
            {props.engine && (
              <p className="min-h-[1.4em] min-w-0 truncate text-xs leading-[1.4] text-muted max-sm:basis-full">
                {props.engine}
              </p>
            )}
          </div>
        </div>
        <div className="-mr-3 flex flex-none items-center md:-mr-3.5">{props.children}</div>
      </div>
    </header>
  )
}

const looks = {
  CONNECTED: 'text-good [--hue:var(--color-good)]',
  CONNECTING: 'text-muted [--hue:var(--color-muted)]',
  'NOT CONNECTED': 'text-warning [--hue:var(--color-warning)]',
  OFFLINE: 'text-warning [--hue:var(--color-warning)]',
  DELETED: 'text-bad [--hue:var(--color-bad)]',
  'TAKEN DOWN': 'text-bad [--hue:var(--color-bad)]',
}

const words = {
  connected: 'CONNECTED',
  connecting: 'CONNECTING',
  lost: 'NOT CONNECTED',
  offline: 'OFFLINE',
} as const

function LinkState(props: { link: ShownLink; gone: boolean; goneWhy: string | undefined }) {
  const { link, gone, goneWhy } = props
  const word = !gone ? words[link.state] : goneWhy === undefined ? 'DELETED' : 'TAKEN DOWN'
  return (
    <p role="status" className={`label flex flex-none items-center gap-2 leading-[1.4] ${looks[word]}`}>
      <span aria-hidden="true" className={`dot ${word === 'CONNECTING' ? '' : 'dot-live'}`} />
      {word}
    </p>
  )
}
