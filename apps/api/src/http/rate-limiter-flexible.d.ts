/**
 * Types for single files of the package, which have none. The API imports these files because the package's main module
 * loads thirty other limiters.
 */
declare module 'rate-limiter-flexible/lib/RateLimiterDrizzle.js' {
  export { RateLimiterDrizzle as default } from 'rate-limiter-flexible'
}
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  export { RateLimiterMemory as default } from 'rate-limiter-flexible'
}
declare module 'rate-limiter-flexible/lib/RateLimiterRes.js' {
  export { RateLimiterRes as default } from 'rate-limiter-flexible'
}
