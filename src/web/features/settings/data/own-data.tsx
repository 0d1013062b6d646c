import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { OfferForm } from '../../../blocks/handover/offer-form.tsx'
import { OpenOffers } from '../../../blocks/handover/open-offers.tsx'
import { Button } from '../../../ui/button.tsx'
import { ImportPanel } from './import-panel.tsx'

const DeleteEverythingDialog = lazy(() => import('./delete-everything-dialog.tsx'))

/** The actions on all of a wallet's data: export, import, hand over, delete. */
export function OwnData({ owner }: { owner: string | undefined }) {
  const [deleting, setDeleting] = useState(false)
  if (owner === undefined) return <div aria-hidden="true" className="skeleton h-72" />
  return (
    <div className="panel hairline cut divide-y divide-line px-5 lg:px-6">
      <Topic
        title="Export"
        about="One zip with everything that you made and said, for people and for programs."
      >
        <a href="/api/me/export" download className="button cut hairline justify-self-start">
          Download everything
        </a>
      </Topic>
      <Topic
        title="Import"
        about="Makes what is in an export anew, beside what you have. You see what it will be first."
      >
        <ImportPanel owner={owner} />
      </Topic>
      <Topic
        title="Move to another wallet"
        about="This wallet signs that it gives everything, the other one that it takes it. Then this one is signed out."
      >
        <div className="grid gap-5">
          <OpenOffers owner={owner} />
          <OfferForm agentId={null} label="Offer everything" />
        </div>
      </Topic>
      <Topic title="Delete" about="Everything of yours. Export it first, if you may want it again.">
        <Button tone="danger" className="justify-self-start" onClick={() => setDeleting(true)}>
          Delete everything
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

function Topic(props: { title: string; about: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-4 py-6">
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
