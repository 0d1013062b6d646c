import { type ReactNode, Suspense } from 'react'
import type { Person } from '../../../shared/people/people.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { Link } from '../../lib/router/router.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { optionalPart } from '../../ui/optional-part.ts'
import { Portrait } from '../../ui/picture/picture.tsx'
import * as texts from './texts.ts'

const ReportButton = optionalPart(() => import('../../blocks/report/report-button.tsx'))

/**
 * The head of a profile: picture, name or short address, and the full address.
 * @param props.children what somebody else can do about the person
 * @param props.own whether it is the viewer's own, which leads to where it is edited
 */
export function PersonHead({
  person,
  own,
  children,
}: {
  person: Person
  own: boolean
  children?: ReactNode
}) {
  const { address, name, pictureUrl, about } = person
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
      {pictureUrl ? (
        <Portrait src={pictureUrl} size={96} className="size-24" />
      ) : (
        <span
          aria-hidden="true"
          className="hexagon display grid size-24 flex-none place-items-center bg-violet/15 text-30 font-bold text-violet uppercase"
        >
          {(name ?? address).slice(0, 1)}
        </span>
      )}
      <div className="min-w-0">
        <h1 className="text-30 leading-[1.05] font-bold wrap-anywhere md:text-38">
          {name ?? shortAddress(address)}
        </h1>
        {about && <p className="mt-2 max-w-[60ch] wrap-anywhere text-soft">{about}</p>}
        <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-13 text-muted">
          <span title={address} className="display">
            {shortAddress(address)}
          </span>
          <CopyButton text={address} label={texts.copyAddress} />
          {!own && (
            <Suspense fallback={null}>
              <ReportButton
                subject={{ kind: 'person', subject: address }}
                title={name ?? shortAddress(address)}
                picture={pictureUrl}
                className="ml-2"
              />
            </Suspense>
          )}
          {own && (
            <Link
              to="/settings"
              className="ml-3 inline-flex min-h-11 items-center text-sm text-cyan underline-offset-4 hover:underline"
            >
              {texts.editProfile}
            </Link>
          )}
        </p>
      </div>
      {children && <div className="max-md:-ml-3.5 md:ml-auto">{children}</div>}
    </header>
  )
}
