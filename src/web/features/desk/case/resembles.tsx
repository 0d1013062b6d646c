import { useId } from 'react'
import type { Seen } from '../../../../shared/trust/reports.ts'
import { Link } from '../../../lib/router/router.tsx'
import * as texts from '../texts.ts'
import { Shown } from './seen-compared.tsx'

/** A thing beside what it resembles. @param props.other null if that is gone */
export function Resembles({ one, other }: { one: Seen; other: Seen | null }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-17 leading-tight font-semibold">
        {texts.resembles}
      </h3>
      <div className="mt-4 grid gap-6 md:grid-cols-2">
        <Side label={texts.thisOne} seen={one} />
        {other ? (
          <Side label={texts.otherOne} seen={other} />
        ) : (
          <p className="text-soft">{texts.otherGone}</p>
        )}
      </div>
    </section>
  )
}

function Side({ label, seen }: { label: string; seen: Seen }) {
  return (
    <div className="grid min-w-0 content-start gap-3 border-l border-line-strong pl-4">
      <p className="label">{label}</p>
      {seen.picture && <Shown src={seen.picture} label="" />}
      <p className="wrap-anywhere">
        <Link
          to={seen.href}
          target="_blank"
          className="inline-flex min-h-6 items-center text-cyan underline underline-offset-3"
        >
          <bdi>{seen.title || texts.untitled}</bdi>
        </Link>
      </p>
      <dl className="grid gap-3">
        {seen.texts.map(({ label: name, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts of one label have no other identity
          <div key={index} className="grid gap-1">
            <dt className="text-13 text-muted">{name}</dt>
            <dd dir="auto" className="line-clamp-4 text-sm wrap-anywhere whitespace-pre-line text-soft">
              {text || texts.noText}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
