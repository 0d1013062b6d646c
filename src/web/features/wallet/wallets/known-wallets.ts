/** A wallet that the modal offers even if it is not installed. */
export interface KnownWallet {
  name: string
  url: string
  /** The link that opens a page in the wallet's own browser on a phone. */
  browseLink?: (page: URL) => string
}

const browse = (base: string) => (page: URL) =>
  `${base}${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`

export const knownWallets: readonly KnownWallet[] = [
  {
    name: 'Phantom',
    url: 'https://phantom.com/download',
    browseLink: browse('https://phantom.app/ul/browse/'),
  },
  {
    name: 'Solflare',
    url: 'https://solflare.com/download',
    browseLink: browse('https://solflare.com/ul/v1/browse/'),
  },
  {
    name: 'Backpack',
    url: 'https://backpack.app/download',
    browseLink: browse('https://backpack.app/ul/v1/browse/'),
  },
]
