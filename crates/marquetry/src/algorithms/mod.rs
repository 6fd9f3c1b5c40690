//! The methods and their catalogue.
