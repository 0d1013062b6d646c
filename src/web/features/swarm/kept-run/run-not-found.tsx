import { requireSignIn } from '../../../lib/identity.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'

/** Where there is no run for who asks: it never was, was deleted, is not shared, or is shared no longer. */
export function RunNotFound(props: { why: 'missing' | 'withdrawn'; signedIn: boolean }) {
  const withdrawn = props.why === 'withdrawn'
  return (
    <section
      {...(withdrawn && { role: 'status' })}
      className="wrap grid min-h-[calc(100dvh-var(--header-height)-1px)] place-content-center justify-items-start gap-5 py-16"
    >
      <p className="label text-cyan">Signal not found</p>
      <h1 className="text-[clamp(32px,5vw,56px)] leading-none font-bold">
        {withdrawn ? 'No longer shared' : 'Run not found'}
      </h1>
      <p className="max-w-[52ch] text-[17px] text-soft">
        {withdrawn
          ? 'The owner of this run has taken its link back, or deleted it.'
          : 'No run can be read at this address. It may not be shared, may have been deleted, or the link is mistyped.'}
        {!withdrawn && !props.signedIn && ' If it is yours, sign in with the wallet that began it.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/swarm" tone="primary">
          Begin a run
        </ButtonLink>
        {props.signedIn ? (
          <ButtonLink to="/">Home</ButtonLink>
        ) : (
          <Button onClick={() => void requireSignIn()}>Connect</Button>
        )}
      </div>
    </section>
  )
}
