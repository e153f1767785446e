import {
  activeSubscriptionSchema,
  billing,
  billingDetailsSchema,
  billingInformationSchema,
  billingOverviewSchema,
  companyInformationSchema,
  invoiceSchema,
} from '../billing/billing.ts'
import { component } from './component.ts'
import { text } from './field-text.ts'

const state = text('The state or region.', 'Greater London')
const saved = billing.saveDetails.body.shape

export const billingComponents = [
  component(billingDetailsSchema, 'BillingDetails', 'Who is billed.'),
  component(companyInformationSchema, 'CompanyInformation', 'The company that is billed.'),
  component(billingInformationSchema, 'BillingInformation', 'The billing address.', { state }),
  component(
    billing.saveDetails.body,
    'BillingDetailsChanges',
    'The fields to change. Omitted fields are not changed.',
    {
      email: text('The current email address. Any other address is ignored.', 'ada@example.com', {
        format: 'idn-email',
      }),
    },
  ),
  component(
    saved.billingInformation.def.innerType,
    'BillingInformationChanges',
    'The address fields to change.',
    {
      state,
    },
  ),
  component(activeSubscriptionSchema, 'Subscription', 'A subscription.'),
  component(
    billingOverviewSchema,
    'BillingOverview',
    'The billing state. Available even if the billing provider is not.',
  ),
  component(invoiceSchema, 'Invoice', 'An invoice of the billing provider.', {
    id: text("The billing provider's id.", 'in_1QaBcD2eFgH3iJkL'),
    status: text('The state of the invoice.', 'paid'),
  }),
]
