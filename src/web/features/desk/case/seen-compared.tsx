import { type ReactNode, useId, useMemo } from 'react'
import type { Seen } from '../../../../shared/trust/reports.ts'
import { ChangedText } from '../../../blocks/differences/changed-parts.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.ts'
import { type ComparedText, compareSeen } from './compare-seen.ts'

/** What was reported, beside how it is now; once where the two are the same. @param props.now null if it is gone */
export function SeenCompared({ seen, now }: { seen: Seen; now: Seen | null }) {
  const heading = useId()
  const compared = useMemo(() => compareSeen(seen, now ?? seen), [seen, now])
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-17 leading-tight font-semibold">
        {texts.reportedAndNow}
      </h3>
      <p className={`mt-1.5 text-sm ${compared.isChanged || !now ? 'text-warning' : 'text-soft'}`}>
        {now === null ? texts.gone : compared.isChanged ? texts.changed : texts.unchanged}
      </p>
      <dl className="mt-4 grid gap-4.5">
        {compared.texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts are compared anew together
          <Text key={index} compared={text} />
        ))}
        <Pictures seen={seen} now={now} isChanged={compared.isPictureChanged} />
      </dl>
    </section>
  )
}

function Text({ compared: { label, before, after, isChanged } }: { compared: ComparedText }) {
  return (
    <div className="grid gap-2">
      <dt className="label">{label}</dt>
      {isChanged ? (
        <dd className="grid gap-3 md:grid-cols-2 md:gap-6">
          <Side label={texts.asReported}>
            <ChangedText parts={before} />
          </Side>
          <Side label={texts.now}>
            <ChangedText parts={after} />
          </Side>
        </dd>
      ) : (
        <dd dir="auto" className="max-h-96 overflow-y-auto text-15 wrap-anywhere whitespace-pre-line">
          {before[0]?.text || <span className="text-muted">{texts.noText}</span>}
        </dd>
      )}
    </div>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div dir="auto" className="min-w-0 border-l border-line-strong pl-3.5">
      <p dir="ltr" className="mb-1 text-13 text-muted">
        {label}
      </p>
      {children}
    </div>
  )
}

function Pictures({ seen, now, isChanged }: { seen: Seen; now: Seen | null; isChanged: boolean }) {
  const current = now?.picture
  if (!seen.picture && !current) return null
  return (
    <div className="grid gap-2">
      <dt className="label">{texts.picture}</dt>
      <dd className="flex flex-wrap gap-5">
        {seen.picture && <Shown src={seen.picture} label={isChanged ? texts.pictureBefore : ''} />}
        {isChanged && current && <Shown src={current} label={texts.pictureNow} />}
      </dd>
    </div>
  )
}

export function Shown({ src, label }: { src: string; label: string }) {
  return (
    <figure className="grid gap-2">
      <Picture
        src={src}
        alt={label || texts.picture}
        width={160}
        height={160}
        className="cut size-24 bg-deep object-cover"
      />
      {label && <figcaption className="max-w-[160px] text-13 text-muted">{label}</figcaption>}
    </figure>
  )
}
