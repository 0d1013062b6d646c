import { ButtonLink } from '../../ui/button.tsx'

/** Shown if the entity does not exist, was deleted, or was hidden by its owner (decision 8). */
export function EntityNotFound() {
  return (
    <section className="wrap grid min-h-[calc(100dvh-var(--header-height)-1px)] place-content-center justify-items-start gap-5 py-16">
      <p className="label text-magenta">Signal not found</p>
      <h1 className="text-[clamp(32px,5vw,56px)] leading-none font-bold">Entity not found</h1>
      <p className="max-w-[52ch] text-[17px] text-soft">
        No neural entity answers at this address. It may be hidden by its owner or deleted, or the link is
        mistyped.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/vacant" tone="primary">
          Open the Matrix
        </ButtonLink>
        <ButtonLink to="/isolated">Chat with Bionic</ButtonLink>
      </div>
    </section>
  )
}
