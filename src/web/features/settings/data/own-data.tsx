import { type ReactNode, type Ref, Suspense, useId, useRef, useState } from 'react'
import { OfferForm } from '../../../blocks/handover/offer-form.tsx'
import { OpenOffers } from '../../../blocks/handover/open-offers.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as texts from '../texts.tsx'
import { ImportPanel } from './import-panel.tsx'

const DeleteEverythingDialog = lazyPart(() => import('./delete-everything-dialog.tsx'))

export function OwnData({ owner }: { owner: string | undefined }) {
  const [deleting, setDeleting] = useState(false)
  const moving = useRef<HTMLElement>(null)
  if (owner === undefined) return <div aria-hidden="true" className="skeleton h-72" />
  return (
    <div className="panel hairline cut divide-y divide-line px-5 lg:px-6">
      <Topic title={texts.exportTitle} about={texts.exportAbout}>
        <a href="/api/me/export" download className="button cut hairline justify-self-start">
          {texts.exportAction}
        </a>
      </Topic>
      <Topic title={texts.importTitle} about={texts.importAbout}>
        <ImportPanel owner={owner} />
      </Topic>
      <Topic ref={moving} title={texts.moveTitle} about={texts.moveAbout}>
        <div className="grid gap-5">
          <OpenOffers owner={owner} onGone={() => moving.current?.focus({ preventScroll: true })} />
          <OfferForm agentId={null} label={texts.moveAction} />
        </div>
      </Topic>
      <Topic title={texts.deleteTitle} about={texts.deleteAbout}>
        <Button tone="danger" className="justify-self-start" onClick={() => setDeleting(true)}>
          {texts.deleteAction}
        </Button>
      </Topic>
      {deleting && (
        <Suspense fallback={null}>
          <DeleteEverythingDialog onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Topic(props: { ref?: Ref<HTMLElement>; title: string; about: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section ref={props.ref} tabIndex={-1} aria-labelledby={heading} className="grid gap-4 py-6 outline-none">
      <div>
        <h3 id={heading} className="font-semibold">
          {props.title}
        </h3>
        <p className="mt-1.5 max-w-[60ch] text-sm leading-relaxed text-soft">{props.about}</p>
      </div>
      {props.children}
    </section>
  )
}
