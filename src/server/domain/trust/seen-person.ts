import { shortAddress } from '../../../shared/text/short-address.ts'
import type { Seen } from '../../../shared/trust/reports.ts'

/** A wallet of which nothing can be seen but that it is one. */
export const seenPerson = (address: string): Seen => ({
  title: shortAddress(address),
  maker: address,
  href: `/by/${address}`,
  picture: null,
  texts: [],
})
