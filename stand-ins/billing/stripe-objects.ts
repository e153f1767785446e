/**
 * The stored objects: those of Stripe's API, with ids in the place of the objects they refer to. Timestamps are Unix
 * seconds. Amounts are cents.
 */
import type { Stripe } from 'stripe'

type Stored<T> = T extends object
  ? { [Name in keyof T]: string extends T[Name] ? Exclude<T[Name], object> : Stored<T[Name]> }
  : T

export type Address = Stripe.Address
export type Metadata = Stripe.Metadata
export type Customer = Omit<Stored<Stripe.Customer>, 'deleted'> & { deleted?: true }
export type Price = Stored<Stripe.Price> & { unit_amount: number; nickname: string }
export type SubscriptionItem = Omit<Stored<Stripe.SubscriptionItem>, 'price'> & { price: Price }
export type Subscription = Omit<Stored<Stripe.Subscription>, 'items'> & {
  items: { object: 'list'; data: [SubscriptionItem]; has_more: false; url: string }
  trial_settings: { end_behavior: { missing_payment_method: MissingPaymentMethod } }
}
export type MissingPaymentMethod = 'cancel' | 'create_invoice' | 'pause'
export type Invoice = Stored<Stripe.Invoice> & {
  customer: string
  parent: { subscription_details: { subscription: string } }
}
export type PaymentMethod = Stored<Stripe.PaymentMethod> & { card: object }
export type SetupIntent = Stored<Stripe.SetupIntent>
export type CheckoutSession = Stored<Stripe.Checkout.Session> & { customer: string; success_url: string }
export type PortalSession = Stored<Stripe.BillingPortal.Session> & { customer: string }
export type StripeEvent = Omit<Stripe.EventBase, 'data'> & { data: { object: object } }

type Some<T> = T extends object ? { [Name in keyof T]?: Some<T[Name]> } : T

/** Makes an object with those of Stripe's fields that this stand-in has. */
export function make<T>(fields: Some<T>): T {
  return fields as T
}
