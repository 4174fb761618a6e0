// Lists the parts of generated company names, with legal forms by language.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const companyFirst = words(`Bright Northern Silver Blue Green Golden Crystal Summit Lakeside Riverside Harbour
  Coastal Alpine Cedar Oak Maple Birch Granite Copper Iron Amber Scarlet Ivory Evergreen Meadow Valley Hilltop Sunrise
  Evening Pioneer Heritage Liberty Union Central Metro Urban Rural Global Atlantic Pacific Arctic Polar Solar Lunar
  Stellar Quantum Vector Prime Apex Zenith Nova Delta Omega Falcon Heron Kestrel Otter Badger Fox Lynx Bison Salmon
  Anchor Compass Beacon Lantern Bridge Tower Garden Orchard Vineyard Willow Juniper Clover Thistle Saffron Indigo`)

export const companySecond = words(`Foods Logistics Systems Analytics Robotics Textiles Ceramics Pharma Optics Energy
  Motors Marine Aviation Timber Steel Plastics Packaging Printing Publishing Media Studios Software Networks Telecom
  Insurance Capital Advisors Partners Consulting Architects Builders Construction Engineering Instruments Tools Machines
  Furniture Interiors Lighting Electric Plumbing Catering Bakery Brewery Coffee Dairy Farms Nursery Fisheries Travel
  Hotels Leisure Sports Toys Fashion Shoes Jewellery Cosmetics Clinics Dental Diagnostics Biotech Chemicals Paints
  Recycling Water Security Cleaning Staffing Training Education Research Laboratories Freight Shipping Storage Supply`)

/** Legal forms by the language of the place. */
export const companyForms = {
  english: ['Inc.', 'Ltd.', 'LLC', 'Group', 'Corp.', '& Co.', 'Holdings'],
  french: ['SA', 'SARL', 'et Fils', 'Groupe'],
  german: ['GmbH', 'AG', 'GmbH & Co. KG', 'KG', 'e.K.'],
  spanish: ['S.A.', 'S.L.', 'e Hijos'],
  nordic: ['AB', 'A/S', 'AS'],
  polish: ['Sp. z o.o.', 'S.A.'],
  japanese: ['K.K.', 'Co., Ltd.'],
} as const
