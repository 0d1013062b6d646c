import { useRef, useState } from 'react'
import { LOADING_SKELETONS } from '../../../../shared/common/limits.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import type { RenderTryOut } from '../edit/try-out-place.tsx'
import { AgentDialogs, type OpenDialog } from './agent-dialogs.tsx'
import { AssetCard } from './asset-card.tsx'
import { AssetsState } from './assets-state.tsx'
import { useAssets } from './use-assets.ts'

/** Section 2: the Neural Asset Control Matrix, where a wallet controls its agents. */
export function Management({ tryOut }: { tryOut?: RenderTryOut }) {
  const assets = useAssets()
  const [open, setOpen] = useState<OpenDialog>()
  const [toggleFailed, setToggleFailed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setOpen(undefined)
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <div className="mb-6.5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-[30px] leading-[1.05] font-bold outline-none md:text-[38px]"
          >
            Neural Asset Control Matrix
          </h1>
          <p className="mt-2 text-soft">The agents of your wallet: who may reach them, and what they are.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/settings">Settings</ButtonLink>
          {assets.state === 'full' && <ButtonLink to="/create">Create an agent</ButtonLink>}
        </div>
      </div>
      {toggleFailed && (
        <Notice tone="bad" className="mb-5" title="Failed to update neural pattern visibility." />
      )}
      <p role="status" className="sr-only">
        {assets.state === 'loading' && 'Loading your agents'}
        {assets.state === 'full' &&
          `${assets.agents.length} of your agents${assets.more ? ' so far, and more below' : ''}.`}
      </p>
      {assets.state === 'loading' || assets.state === 'full' ? (
        <section
          aria-label="Your agents"
          aria-busy={assets.state === 'loading'}
          className="grid gap-4.5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
        >
          {assets.state === 'loading'
            ? Array.from({ length: LOADING_SKELETONS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <AssetCardSkeleton key={index} />
              ))
            : assets.agents.map((agent) => (
                <AssetCard
                  key={agent.id}
                  agent={agent}
                  onToggled={setToggleFailed}
                  onEdit={() => setOpen({ dialog: 'edit', agent })}
                  onDelete={() => setOpen({ dialog: 'delete', agent })}
                  onDuplicated={(draft) => setOpen({ dialog: 'edit', agent: draft })}
                />
              ))}
        </section>
      ) : (
        <AssetsState assets={assets} />
      )}
      {assets.state === 'full' && assets.more && (
        <LoadMore onLoad={assets.more.load} loading={assets.more.loading} problem={assets.more.problem} />
      )}
      <AgentDialogs
        open={open}
        tryOut={tryOut}
        onClose={close}
        onDeleted={() => {
          close()
          // The button that opened the dialog is gone with its card.
          window.setTimeout(() => heading.current?.focus({ preventScroll: true }))
        }}
      />
    </div>
  )
}

/** Has the shape of an owner's card, so that nothing jumps when the card takes its place. */
function AssetCardSkeleton() {
  return (
    <div aria-hidden="true" className="panel hairline cut flex flex-col">
      <div className="skeleton aspect-[4/3]" />
      <div className="grid gap-3 p-4.5">
        <div className="skeleton h-5 w-2/5" />
        <div className="skeleton h-3.5 w-full" />
        <div className="skeleton h-3.5 w-3/4" />
        <div className="skeleton mt-2 h-3.5 w-full" />
        <div className="skeleton mt-4 h-9.5 w-full" />
      </div>
    </div>
  )
}
