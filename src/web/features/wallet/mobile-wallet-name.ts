/** What the mobile adapter registers itself as; here, because its own package is large and loads on Android alone. */
export const MOBILE_WALLET_NAME = 'Mobile Wallet Adapter'
